package dev.weir.rsocket;

import dev.weir.CheckReturnValue;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Codec;
import dev.weir.rsocket.loop.LoopConnection;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An open connection, to ask the peer. All methods may be called on any thread. While it is open, its event loop keeps the JVM
 * running.
 */
@CheckReturnValue
public final class RSocketConnection implements RSocket, AutoCloseable {
    private final LoopConnection connection;
    private final Asking asking;
    private final Values values;
    private final CompletableFuture<@Nullable Void> closing = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();

    /** Made when somebody asks: one for all, which forgets who has left. */
    private volatile @Nullable One<@Nullable Void> end;

    private volatile boolean cut;

    RSocketConnection(LoopConnection connection, int maxQueued, Codec codec) {
        this.connection = connection;
        this.values = new Values(codec);
        this.asking = new Asking(connection, maxQueued);
    }

    /** The two directions of a connection: who answers hears also when it may go on asking. */
    Answering answering(RSocket handler) {
        Objects.requireNonNull(handler, "who answers is null");
        return new Answering(handler, asking, () -> closing.complete(null), this::over);
    }

    /** Who says whether it is accepted has ended: if it is not, nobody will answer, or hear of the end. */
    void begun(Ending ending) {
        if (ending != Ending.COMPLETED) {
            over();
        }
    }

    private void over() {
        closing.complete(null);
        closed.complete(null);
    }

    /** There is no connection now, or one again, of a session that outlives them. */
    void cut(boolean is) {
        cut = is;
    }

    boolean isCut() {
        return cut;
    }

    /** Runs when the peer takes no more requests, or is gone. */
    void onClosing(Runnable action) {
        var _ = closing.thenRun(action);
    }

    /** What the connection was set up with. */
    public Setup setup() {
        return connection.setup();
    }

    /** The peer's address; of a Unix domain socket the loopback and port 0: processes have no address there. */
    public InetSocketAddress remoteAddress() {
        return connection.remoteAddress();
    }

    /** A request to a route of the peer, with values. */
    public RSocketRequest route(String route) {
        return RSocketRequest.of(this, connection.setup(), values, route);
    }

    @Override
    public One<Payload> requestResponse(Payload request) {
        return asking.requestResponse(request);
    }

    @Override
    public Many<Payload> requestStream(Payload request) {
        return asking.requestStream(request);
    }

    @Override
    public Many<Payload> requestChannel(Many<Payload> requests) {
        return asking.requestChannel(requests);
    }

    @Override
    public One<@Nullable Void> fireAndForget(Payload request) {
        return asking.fireAndForget(request);
    }

    @Override
    public One<@Nullable Void> metadataPush(ByteBuffer metadata) {
        return asking.metadataPush(metadata);
    }

    /** Asks nothing more, answers nothing more, and closes when what runs has ended. */
    public void finish() {
        var _ = connection.post(connection::drain);
    }

    /** Closes now; what runs fails. */
    @Override
    public void close() {
        var _ = connection.post(() -> connection.close("the connection was closed"));
    }

    /** Ends when the connection is closed, by whomever. */
    public One<@Nullable Void> closed() {
        One<@Nullable Void> known = end;
        if (known == null) {
            known = One.from(closed);
            end = known;
        }
        return known;
    }
}
