package dev.weir.lab.servers;

import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.PfxOptions;
import java.util.function.BiFunction;

/** Vert.x, an instance for each event loop. */
final class VertxHttp implements Server {
    private static final Buffer BODY = Buffer.buffer(Answer.BODY);

    @Override
    public void start(Setup setup) throws Exception {
        deploy(
                setup,
                (vertx, server) -> server.requestHandler(request -> {
                    if (setup.hasRoute() && !"/".equals(request.path())) {
                        request.response().setStatusCode(404).end();
                    } else if (setup.works()) {
                        vertx.setTimer(setup.work().toMillis(), id -> respond(request.response()));
                    } else {
                        respond(request.response());
                    }
                }));
    }

    static void respond(HttpServerResponse response) {
        response.putHeader("Date", Answer.date())
                .putHeader("Content-Type", Answer.TYPE)
                .end(BODY);
    }

    static void deploy(Setup setup, BiFunction<Vertx, HttpServer, HttpServer> handlers) throws Exception {
        Vertx vertx = Vertx.vertx(
                new VertxOptions().setEventLoopPoolSize(Setup.loops()).setPreferNativeTransport(true));
        HttpServerOptions options = new HttpServerOptions()
                .setHost(setup.host())
                .setPort(setup.port())
                .setAcceptBacklog(Setup.BACKLOG);
        if (setup.hasTls()) {
            options.setSsl(true)
                    .setUseAlpn(true)
                    .setKeyCertOptions(
                            new PfxOptions().setPath(setup.keyFile().toString()).setPassword(Setup.PASSWORD));
        }
        vertx.deployVerticle(
                        () -> (Deployable) (Context context) -> listen(vertx, options, handlers),
                        new DeploymentOptions().setInstances(Setup.loops()))
                .toCompletionStage()
                .toCompletableFuture()
                .get();
    }

    private static Future<?> listen(
            Vertx vertx, HttpServerOptions options, BiFunction<Vertx, HttpServer, HttpServer> handlers) {
        return handlers.apply(vertx, vertx.createHttpServer(options)).listen();
    }
}
