package dev.weir.lab.servers;

import dev.weir.One;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import java.time.Duration;

/** An endpoint that answers at once and one that takes 100 ms, by Weir. */
final class WeirRamp implements Server {
    private static final Duration SLOW = Duration.ofMillis(100);

    @Override
    public void start(Setup setup) throws Exception {
        WeirHttp.serve(
                setup,
                Routes.create()
                        .get("/endpoint", request -> One.of(Response.text(Answer.TEXT)))
                        .get(
                                "/slow",
                                request -> One.of(Response.text(Answer.TEXT)).delay(SLOW)));
    }
}
