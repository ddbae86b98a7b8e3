package dev.weir.net.tcp;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.loop.Inbound;
import dev.weir.net.loop.Input;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.OneReader;
import dev.weir.net.loop.Received;
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
    private static final OneReader.Subject CONNECTION = new OneReader.Subject(
            "the connection",
            "read(..) and readLine() one after the other, as concatMap does, and use them instead of"
                    + " frames(..).first()");

    private final ConnectionHandler connection;
    private final LoopShare share;
    private final Received received;
    private final ConnectionHandler.TcpLimits limits;
    private final OneReader reader = new OneReader(CONNECTION);
    private int begun;

    Reads(ConnectionHandler connection, LoopShare share, Received received, ConnectionHandler.TcpLimits limits) {
        this.connection = connection;
        this.share = share;
        this.received = received;
        this.limits = limits;
    }

    // ------------------------------------------------------------ on any thread

    Many<String> lines() {
        return all("lines()", this::lineFeed);
    }

    Many<ByteBuffer> bytes() {
        return all("bytes()", () -> new ByteFeed(connection, received));
    }

    <T> Many<T> frames(Framer<T> framer) {
        return all("frames(..)", () -> frameFeed(framer));
    }

    One<@Nullable String> line() {
        return single("readLine()", this::lineFeed);
    }

    <T> One<@Nullable T> frame(Framer<T> framer) {
        return single("read(..)", () -> frameFeed(framer));
    }

    private LineFeed lineFeed() {
        return new LineFeed(connection, received, limits.maxLine());
    }

    private <T> FrameFeed<T> frameFeed(Framer<T> framer) {
        return new FrameFeed<>(connection, received, framer, limits.maxFrame());
    }

    private <T> Many<T> all(String method, Supplier<Inbound.Feed<T>> feed) {
        return Many.defer(() -> reading(method, new Inbound<>(share.loop(), feed.get(), reader)));
    }

    private <T> One<@Nullable T> single(String method, Supplier<Inbound.Feed<T>> feed) {
        return Many.defer(() -> {
                    AtomicReference<@Nullable Input> own = new AtomicReference<>();
                    Inbound<T> inbound =
                            new Inbound<>(share.loop(), new SingleFeed<>(feed.get(), () -> letGo(own.get())), reader);
                    own.set(inbound);
                    return reading(method, inbound);
                })
                .first();
    }

    /** Takes its turn on the loop: there a cancellation that came before it has let go of what it read. */
    private <T> Many<T> reading(String method, Inbound<T> inbound) {
        Flow.Publisher<T> publisher = subscriber -> {
            if (!connection.onLoop(() -> begin(method, inbound, subscriber))) {
                Inbound.refuse(subscriber, new IOException("the connection is closed"));
            }
        };
        return Many.from(publisher);
    }

    // ------------------------------------------------------------ on the event loop

    /** Many small messages that are read one by one are as much work as many items of one reader. */
    private <T> void begin(String method, Inbound<T> inbound, Flow.Subscriber<? super T> subscriber) {
        if (++begun % FEW == 0) {
            share.inTurn(FEW * A_READ, () -> read(method, inbound, subscriber));
        } else {
            read(method, inbound, subscriber);
        }
    }

    private <T> void read(String method, Inbound<T> inbound, Flow.Subscriber<? super T> subscriber) {
        if (!reader.take(method)) {
            Inbound.refuse(subscriber, reader.refusal());
            return;
        }
        connection.readBy(inbound);
        IOException closed = connection.closedBy("the connection is closed");
        if (closed != null) {
            inbound.fail(closed);
        }
        inbound.open(subscriber);
    }

    private void letGo(@Nullable Input last) {
        if (connection.letGo(last)) {
            reader.letGo();
        }
    }
}
