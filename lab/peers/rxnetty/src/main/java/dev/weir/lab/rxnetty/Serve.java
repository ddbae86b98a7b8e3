package dev.weir.lab.rxnetty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.string.StringDecoder;
import io.reactivex.netty.protocol.http.server.HttpServer;
import io.reactivex.netty.protocol.http.server.HttpServerResponse;
import io.reactivex.netty.protocol.tcp.server.TcpServer;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import rx.Observable;

/** The process of one server. */
public final class Serve {
    private static final int BACKLOG = 4096;
    private static final int MAX_LINE = 64 * 1024;
    private static final String RESPONSE = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK";

    private Serve() {}

    public static void main(String[] arguments) {
        SocketAddress address = new InetSocketAddress(arguments[1], Integer.parseInt(arguments[2]));
        long work = arguments.length > 3 ? Long.parseLong(arguments[3].substring("work=".length())) : 0;
        if (arguments[0].equals("tcp")) {
            tcp(address, work);
        } else {
            http(address, work);
        }
    }

    private static void tcp(SocketAddress address, long work) {
        Observable<String> response = worked(Observable.just(RESPONSE), work);
        TcpServer.newServer(address)
                .channelOption(ChannelOption.SO_BACKLOG, BACKLOG)
                .clientChannelOption(ChannelOption.TCP_NODELAY, true)
                .<String, String>pipelineConfigurator(pipeline -> {
                    pipeline.addLast(new LineBasedFrameDecoder(MAX_LINE));
                    pipeline.addLast(new StringDecoder(StandardCharsets.UTF_8));
                })
                .start(connection -> connection.writeStringAndFlushOnEach(connection
                        .getInput()
                        .concatMap(line -> line.isEmpty() ? response : Observable.<String>empty())))
                .awaitShutdown();
    }

    private static void http(SocketAddress address, long work) {
        Observable<String> body = worked(Observable.just("OK"), work);
        HttpServer.newServer(address)
                .channelOption(ChannelOption.SO_BACKLOG, BACKLOG)
                .clientChannelOption(ChannelOption.TCP_NODELAY, true)
                .start((request, response) -> describe(response).writeStringAndFlushOnEach(body))
                .awaitShutdown();
    }

    private static <T> Observable<T> worked(Observable<T> answer, long work) {
        return work == 0 ? answer : answer.delay(work, TimeUnit.MILLISECONDS);
    }

    private static HttpServerResponse<ByteBuf> describe(HttpServerResponse<ByteBuf> response) {
        return response.setHeader("Content-Length", 2)
                .setHeader("Content-Type", "text/plain; charset=utf-8")
                .setHeader("Date", Dates.now());
    }
}
