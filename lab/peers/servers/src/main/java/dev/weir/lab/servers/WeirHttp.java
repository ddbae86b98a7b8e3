package dev.weir.lab.servers;

import dev.weir.One;
import dev.weir.net.ServerTls;
import dev.weir.net.http.Handler;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;

/** Weir, one handler. */
final class WeirHttp implements Server {
    @Override
    public void start(Setup setup) throws Exception {
        Handler handler = setup.works()
                ? request -> One.of(Response.text(Answer.TEXT)).delay(setup.work())
                : request -> One.of(Response.text(Answer.TEXT));
        serve(setup, setup.hasRoute() ? Routes.create().get("/", handler) : handler);
    }

    static void serve(Setup setup, Handler handler) throws Exception {
        HttpServer.Builder server = HttpServer.builder()
                .bind(setup.host(), setup.port())
                .maxConnections(Setup.CONNECTIONS)
                .maxInFlight(Setup.CONNECTIONS)
                .headerTimeout(Setup.PATIENCE)
                .handler(handler);
        if (setup.hasTls()) {
            server = server.tls(ServerTls.keyStore(setup.keys(), Setup.PASSWORD.toCharArray()));
        }
        var _ = server.start().await();
    }
}
