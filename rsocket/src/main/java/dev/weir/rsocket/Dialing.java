package dev.weir.rsocket;

import dev.weir.Cancellable;
import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.link.Link;
import dev.weir.net.link.Speaker;
import dev.weir.net.tcp.TcpClient;
import dev.weir.net.websocket.WebSocketClient;
import dev.weir.rsocket.engine.Session;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** Makes connections that outlive the One that gives them. */
record Dialing(TcpClient tcp, WebSocketClient web) {
    /**
     * Connects.
     *
     * @param session called on the event loop of the connection; its result is what the One gives
     */
    One<Session> dial(Address address, Function<? super Link, Session> session) {
        return Many.<Session>emitter(Overflow.buffer(1), emitter -> begin(address, session, emitter))
                .first()
                .map(opened -> Objects.requireNonNull(opened, "no session"));
    }

    private void begin(Address address, Function<? super Link, Session> session, Emitter<Session> emitter) {
        AtomicBoolean given = new AtomicBoolean();
        Function<Link, Speaker> speaker = link -> {
            Session opened = session.apply(link);
            given.set(true);
            emitter.next(opened);
            return opened.speaker();
        };
        Cancellable run = run(address, speaker).subscribe(closed -> {}, failure -> {
            if (!given.get()) { // else the session has heard of it
                emitter.error(failure);
            }
        });
        emitter.onEnd(() -> {
            if (!given.get()) {
                run.cancel();
            }
        });
    }

    /**
     * Connects; ends with the connection.
     *
     * @param speaker called on the event loop of the connection
     */
    One<Boolean> run(Address address, Function<? super Link, ? extends Speaker> speaker) {
        TcpClient.Session<Boolean> bytes = connection -> RSocketServer.BYTES
                .speak(connection, RSocketServer.FRAMES, speaker)
                .map(closed -> true);
        return switch (address) {
            case Address.Tcp(String host, int port) -> tcp.connect(host, port, bytes);
            case Address.Unix(var socket) -> tcp.connect(socket, bytes);
            case Address.Web(String uri) ->
                web.connect(
                        uri,
                        socket -> RSocketServer.MESSAGES
                                .speak(socket, RSocketServer.FRAMES, speaker)
                                .map(closed -> true));
        };
    }
}
