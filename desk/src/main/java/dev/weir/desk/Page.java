package dev.weir.desk;

import dev.weir.One;
import dev.weir.net.http.Handler;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.StaticFiles;

/** The page, and the files that it needs; it loads nothing from anywhere else. */
final class Page {
    private static final String POLICY = "default-src 'self'; frame-ancestors 'none'";

    private Page() {}

    static Routes routes() {
        StaticFiles files = StaticFiles.resources(name -> Page.class.getResourceAsStream("web/" + name));
        Handler page = request ->
                files.handle(request).map(response -> response.withHeader("Content-Security-Policy", POLICY));
        return Routes.create()
                .get("/", page)
                .get("/web/{path...}", page)
                .get("/favicon.ico", request -> One.of(Response.empty(204))); // the page names its icon
    }
}
