package dev.weir.lab.servers;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.function.BiFunction;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;

/** reactor-netty, one handler. */
final class ReactorNettyHttp implements Server {
    private static final ByteBuf BODY =
            Unpooled.unreleasableBuffer(Unpooled.directBuffer().writeBytes(Answer.BODY));

    @Override
    public void start(Setup setup) {
        BiFunction<HttpServerRequest, HttpServerResponse, Publisher<Void>> handler =
                (request, response) -> setup.works()
                        ? Mono.delay(setup.work()).then(Mono.defer(() -> Mono.from(respond(response))))
                        : respond(response);
        HttpServer server = setup.hasRoute()
                ? server(setup).route(routes -> routes.get("/", handler))
                : server(setup).handle(handler);
        server.bindNow();
    }

    static HttpServer server(Setup setup) {
        return HttpServer.create()
                .runOn(LoopResources.create("reactor", Setup.loops(), false))
                .option(ChannelOption.SO_BACKLOG, Setup.BACKLOG)
                .host(setup.host())
                .port(setup.port());
    }

    static Publisher<Void> respond(HttpServerResponse response) {
        return response.header(HttpHeaderNames.DATE, Answer.date())
                .header(HttpHeaderNames.CONTENT_TYPE, Answer.TYPE)
                .header(HttpHeaderNames.CONTENT_LENGTH, "2")
                .sendObject(BODY.duplicate());
    }
}
