package dev.weir.lab.servers;

import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;

/** Helidon, each connection on a virtual thread. */
final class HelidonHttp implements Server {
    @Override
    public void start(Setup setup) throws Exception {
        WebServerConfig.Builder server = WebServer.builder()
                .host(setup.host())
                .port(setup.port())
                .backlog(Setup.BACKLOG)
                .connectionOptions(options -> options.tcpNoDelay(true))
                .routing(routing -> routing.get("/", (request, response) -> answer(response, setup.work())));
        if (setup.hasTls()) {
            Keys keys = Keys.builder()
                    .keystore(store -> store.keystore(Resource.create(setup.keyFile()))
                            .passphrase(Setup.PASSWORD)
                            .keyPassphrase(Setup.PASSWORD)
                            .keyAlias(Setup.ALIAS))
                    .build();
            server.tls(tls -> tls.privateKey(keys).privateKeyCertChain(keys));
        }
        server.build().start();
    }

    static void answer(ServerResponse response, Duration work) throws InterruptedException {
        if (!work.isZero()) {
            Thread.sleep(work);
        }
        response.header(HeaderNames.CONTENT_TYPE, Answer.TYPE).send(Answer.BODY);
    }
}
