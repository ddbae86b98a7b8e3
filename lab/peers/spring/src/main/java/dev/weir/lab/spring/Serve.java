package dev.weir.lab.spring;

import dev.weir.lab.streams.Receiving;
import io.netty.channel.ChannelOption;
import io.rsocket.core.RSocketServer;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.server.TcpServerTransport;
import java.time.Duration;
import java.util.List;
import org.springframework.messaging.rsocket.RSocketRequester;
import org.springframework.messaging.rsocket.RSocketStrategies;
import org.springframework.messaging.rsocket.annotation.support.RSocketMessageHandler;
import org.springframework.util.MimeTypeUtils;
import reactor.core.publisher.Mono;
import reactor.netty.tcp.TcpClient;
import reactor.netty.tcp.TcpServer;

/** Streams on Spring's messaging, with what it does unless told otherwise. */
public final class Serve {
    private static final int BACKLOG = 4096;
    private static final String CLIENT = "spring-client";
    private static final Duration LONG = Duration.ofHours(1);

    private Serve() {}

    /** Takes a name, a host and a port; a client what it is to receive, too. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals(CLIENT)) {
            receive(Receiving.of(arguments));
            System.exit(0);
        }
        RSocketMessageHandler handler = new RSocketMessageHandler();
        handler.setHandlers(List.of(new Streams()));
        handler.setRSocketStrategies(RSocketStrategies.create());
        handler.afterPropertiesSet();
        TcpServer tcp = TcpServer.create()
                .host(arguments[1])
                .port(Integer.parseInt(arguments[2]))
                .option(ChannelOption.SO_BACKLOG, BACKLOG);
        var _ = RSocketServer.create(handler.responder())
                .bind(TcpServerTransport.create(tcp))
                .block();
        Mono.never().block();
    }

    private static void receive(Receiving receiving) throws Exception {
        TcpClient tcp = TcpClient.newConnection() // else 500 of a pool are all there are
                .host(receiving.host())
                .port(receiving.port());
        for (int i = 0; i < receiving.connections(); i++) {
            RSocketRequester socket = RSocketRequester.builder()
                    .dataMimeType(MimeTypeUtils.TEXT_PLAIN)
                    .rsocketConnector(connector -> connector.keepAlive(LONG, LONG))
                    .transport(TcpClientTransport.create(tcp));
            var _ = socket.rsocketClient().source().block();
            for (int j = 0; j < receiving.streams(); j++) {
                var _ = socket.route("stream")
                        .data(receiving.next().text())
                        .retrieveFlux(byte[].class)
                        .subscribe(payload -> receiving.count());
            }
        }
        receiving.work();
    }
}
