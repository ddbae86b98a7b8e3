package dev.weir.net.tcp;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.link.Framing;
import dev.weir.net.link.Link;
import dev.weir.net.link.Speaker;
import dev.weir.net.loop.Inbound;
import dev.weir.net.loop.Input;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Received;
import dev.weir.net.loop.Trace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Who reads what a connection receives: one after the other, and the last of them everything that is left. */
final class Reads {
    private final ConnectionHandler connection;
    private final LoopShare share;
    private final Received received;
    private final ConnectionHandler.Limits limits;
    private final AtomicReference<@Nullable Input> reader = new AtomicReference<>();
    private boolean begun; // the loop's

    Reads(ConnectionHandler connection, LoopShare share, Received received, ConnectionHandler.Limits limits) {
        this.connection = connection;
        this.share = share;
        this.received = received;
        this.limits = limits;
    }

    // ------------------------------------------------------------ on any thread

    Many<String> lines() {
        return all(this::lineFeed);
    }

    Many<ByteBuffer> bytes() {
        return all(() -> new ByteFeed(connection, received));
    }

    <T> Many<T> frames(Framer<T> framer) {
        return all(() -> frameFeed(framer));
    }

    One<@Nullable String> line() {
        return single(this::lineFeed);
    }

    <T> One<@Nullable T> frame(Framer<T> framer) {
        return single(() -> frameFeed(framer));
    }

    One<@Nullable Void> speak(Framing framing, Function<? super Link, ? extends Speaker> speaker) {
        return Many.<Void>emitter(Overflow.fail(), emitter -> {
                    if (!connection.onLoop(() -> connection.speak(framing, speaker, emitter))) {
                        emitter.error(Trace.none(new IOException("the connection is closed")));
                    }
                })
                .first();
    }

    private LineFeed lineFeed() {
        return new LineFeed(connection, received, limits.maxLine());
    }

    private <T> FrameFeed<T> frameFeed(Framer<T> framer) {
        return new FrameFeed<>(connection, received, framer, limits.maxFrame());
    }

    private <T> Many<T> all(Supplier<Inbound.Feed<T>> feed) {
        return Many.defer(() -> reading(new Inbound<>(share.loop(), feed.get())));
    }

    private <T> One<@Nullable T> single(Supplier<Inbound.Feed<T>> feed) {
        return Many.defer(() -> {
                    AtomicReference<@Nullable Input> own = new AtomicReference<>();
                    Inbound<T> inbound = new Inbound<>(
                            share.loop(), new SingleFeed<>(feed.get(), () -> reader.compareAndSet(own.get(), null)));
                    own.set(inbound);
                    return reading(inbound);
                })
                .first();
    }

    private <T> Many<T> reading(Inbound<T> inbound) {
        try {
            take(inbound);
        } catch (IllegalStateException taken) {
            return Many.fail(() -> Trace.none(taken));
        }
        connection.onLoop(this::begin);
        return Many.from(inbound);
    }

    /** Lets somebody read unless another one does. */
    void take(Input next) {
        if (!reader.compareAndSet(null, next)) {
            throw new IllegalStateException(
                    "somebody else reads what the connection receives: read(..) and readLine() one after the other, as"
                            + " concatMap does, and use them instead of frames(..).first()");
        }
    }

    // ------------------------------------------------------------ on the event loop

    private void begin() {
        begun = true;
        Input next = reader.get();
        IOException closed = connection.closedBy("the connection is closed");
        if (next != null && closed != null) {
            next.fail(closed);
        }
    }

    /** Who reads now, or nobody. */
    @Nullable
    Input current() {
        return reader.get();
    }

    /** Whether somebody has read, who may read on. */
    boolean haveBegun() {
        return begun;
    }
}
