package dev.weir.lab.servers;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;

/** Helidon, each connection on a virtual thread. */
final class HelidonHttp implements Server {
    @Override
    public void start(Setup setup) {
        WebServer.builder()
                .host(setup.host())
                .port(setup.port())
                .backlog(Setup.BACKLOG)
                .connectionOptions(options -> options.tcpNoDelay(true))
                .routing(routing -> routing.get("/", (request, response) -> answer(response, setup.work())))
                .build()
                .start();
    }

    private static void answer(ServerResponse response, Duration work) throws InterruptedException {
        if (!work.isZero()) {
            Thread.sleep(work);
        }
        response.header(HeaderNames.CONTENT_TYPE, Answer.TYPE).send(Answer.BODY);
    }
}
