package dev.weir.lab.servers;

import dev.weir.One;
import dev.weir.net.http.Handler;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;

/** Weir, one handler. */
final class WeirHttp implements Server {
    @Override
    public void start(Setup setup) throws Exception {
        serve(
                setup,
                setup.works()
                        ? request -> One.of(Response.text(Answer.TEXT)).delay(setup.work())
                        : request -> One.of(Response.text(Answer.TEXT)));
    }

    static void serve(Setup setup, Handler handler) throws Exception {
        var _ = HttpServer.builder()
                .bind(setup.host(), setup.port())
                .maxConnections(Setup.CONNECTIONS)
                .maxInFlight(Setup.CONNECTIONS)
                .headerTimeout(Setup.PATIENCE)
                .handler(handler)
                .start()
                .await();
    }
}
