package dev.weir.net.tcp;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.loop.Inbound;
import dev.weir.net.loop.Input;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Received;
import dev.weir.net.loop.Trace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Who reads what a connection receives: one after the other, and the last of them everything that is left. */
final class Reads {
    private static final int FEW = 16; // which are not counted one by one
    private static final int A_READ = 128; // of a turn

    private final ConnectionHandler connection;
    private final LoopShare share;
    private final Received received;
    private final ConnectionHandler.TcpLimits limits;
    private int begun;

    Reads(ConnectionHandler connection, LoopShare share, Received received, ConnectionHandler.TcpLimits limits) {
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
                            share.loop(), new SingleFeed<>(feed.get(), () -> connection.letGo(own.get())));
                    own.set(inbound);
                    return reading(inbound);
                })
                .first();
    }

    /** Takes its turn on the loop: there a cancellation that came before it has let go of what it read. */
    private <T> Many<T> reading(Inbound<T> inbound) {
        Flow.Publisher<T> publisher = subscriber -> {
            if (!connection.onLoop(() -> begin(inbound, subscriber))) {
                Inbound.refuse(subscriber, new IOException("the connection is closed"));
            }
        };
        return Many.from(publisher);
    }

    // ------------------------------------------------------------ on the event loop

    /** Many small messages that are read one by one are as much work as many items of one reader. */
    private <T> void begin(Inbound<T> inbound, Flow.Subscriber<? super T> subscriber) {
        if (++begun % FEW == 0) {
            share.inTurn(FEW * A_READ, () -> read(inbound, subscriber));
        } else {
            read(inbound, subscriber);
        }
    }

    private <T> void read(Inbound<T> inbound, Flow.Subscriber<? super T> subscriber) {
        try {
            connection.readBy(inbound);
        } catch (IllegalStateException taken) {
            Inbound.refuse(subscriber, Trace.none(taken));
            return;
        }
        IOException closed = connection.closedBy("the connection is closed");
        if (closed != null) {
            inbound.fail(closed);
        }
        inbound.subscribe(subscriber);
    }
}
