package dev.weir.rsocket;

import dev.weir.Cancellable;
import dev.weir.Emitter;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.link.Link;
import dev.weir.net.link.Links;
import dev.weir.net.link.Speaker;
import dev.weir.net.tcp.TcpClient;
import dev.weir.net.websocket.WebSocketClient;
import dev.weir.rsocket.engine.Session;
import dev.weir.rsocket.loop.LoopConnection;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes connections that outlive the One that gives them. */
record Dialing(TcpClient tcp, WebSocketClient web) {
    private static final Links.Client<TcpClient, SocketAddress> BYTES = Links.of(TcpClient.class);
    private static final Links.Client<WebSocketClient, String> MESSAGES = Links.of(WebSocketClient.class);

    long heldBytes() {
        return tcp.heldBytes() + web.heldBytes();
    }

    /**
     * Connects. Where nobody takes the session any more, it is closed.
     *
     * @param session called on the event loop of the connection; its result is what the One gives
     */
    One<Session> dial(Address address, Function<? super Link, Session> session) {
        return One.defer(() -> {
            CompletableFuture<LoopConnection> opened = new CompletableFuture<>();
            return Many.<Session>emitter(Overflow.buffer(1), emitter -> begin(address, session, emitter, opened))
                    .first()
                    .map(given -> Objects.requireNonNull(given, "no session"))
                    .doFinally(ending -> {
                        if (ending == Ending.CANCELLED) {
                            var _ = opened.thenAccept(Dialing::drop);
                        }
                    });
        });
    }

    private void begin(
            Address address,
            Function<? super Link, Session> session,
            Emitter<Session> emitter,
            CompletableFuture<LoopConnection> opened) {
        Cancellable attempt = speak(address, link -> {
                    Session begun = session.apply(link);
                    opened.complete(begun.handle());
                    emitter.next(begun);
                    return begun.speaker();
                })
                .subscribe(begun -> {}, emitter::error);
        emitter.onEnd(attempt);
    }

    /**
     * The address that a text says.
     *
     * @throws IllegalArgumentException if it says none that can be connected to
     */
    Address address(String text) {
        Address address = Address.of(text);
        var _ = speak(
                address,
                link -> { // looks at it at once, and connects when it is subscribed to
                    throw new IllegalStateException("nobody connects");
                });
        return address;
    }

    private static void drop(LoopConnection connection) {
        var _ = connection.post(() -> connection.close("nobody wants the connection any more"));
    }

    /**
     * Connects; ends when the speaker has begun.
     *
     * @param speaker called on the event loop of the connection
     */
    One<@Nullable Void> speak(Address address, Function<? super Link, ? extends Speaker> speaker) {
        return switch (address) {
            case Address.Tcp(String host, int port) ->
                BYTES.speak(tcp, InetSocketAddress.createUnresolved(host, port), RSocketServer.FRAMES, speaker);
            case Address.Unix(var socket) ->
                BYTES.speak(tcp, UnixDomainSocketAddress.of(socket), RSocketServer.FRAMES, speaker);
            case Address.Web(String uri) -> MESSAGES.speak(web, uri, RSocketServer.FRAMES, speaker);
        };
    }
}
