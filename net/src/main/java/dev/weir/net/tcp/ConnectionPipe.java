package dev.weir.net.tcp;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.dial.Dialer;
import dev.weir.net.loop.FirstFailure;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Pipe;
import io.netty.channel.Channel;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client's connection to a handler in the same process. */
final class ConnectionPipe {
    private final TcpServer.Handler handler;
    private final Dialer dialer;
    private final TcpLimits limits;
    private final FirstFailure failures = new FirstFailure();

    ConnectionPipe(TcpServer.Handler handler, Dialer dialer, TcpLimits limits) {
        this.handler = handler;
        this.dialer = dialer;
        this.limits = limits;
    }

    /** What the session does at the client's end. */
    <R extends @Nullable Object> TcpClient.Session<R> watched(TcpClient.Session<R> session) {
        return connection -> failures.of("the session", () -> session.run(connection));
    }

    /** The client's end, when both are open. */
    One<TcpConnection> open() {
        return Many.<TcpConnection>emitter(
                        Overflow.buffer(1),
                        emitter -> Pipe.open(dialer.loops(), true, (ours, theirs) -> {
                            begin(theirs, opened -> opened.run(this::handle, new TcpConnection(opened)));
                            begin(ours, opened -> emitter.next(new TcpConnection(opened)));
                        }))
                .first()
                .map(connection -> Objects.requireNonNull(connection, "no connection"));
    }

    private void begin(Channel channel, Consumer<ConnectionHandler> opened) {
        LoopShare share = dialer.shares().of(channel.eventLoop());
        ConnectionHandler end = new ConnectionHandler(channel, share, limits, opened, Parting.of(null));
        channel.pipeline().addLast(end);
        end.open();
    }

    private One<@Nullable Void> handle(TcpConnection connection) throws Exception {
        return failures.of("the handler", () -> handler.handle(connection));
    }

    /** What was wrong first, if the session has ended with the failure. */
    Throwable cause(Throwable failure) {
        return failures.behind(failure);
    }
}
