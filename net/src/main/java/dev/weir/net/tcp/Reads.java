package dev.weir.net.tcp;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.loop.Inbound;
import dev.weir.net.loop.Input;
import dev.weir.net.loop.OneReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Who reads what a connection receives: one after the other, and the last of them everything that is left. */
final class Reads {
    private static final int FEW = 16; // which are not counted one by one
    private static final int A_READ = 128; // of a turn
    private static final OneReader.Subject CONNECTION = new OneReader.Subject(
            "the connection",
            "what comes one by one is for readLine() and read(..), one after the other, not for lines().first()"
                    + " or frames(..).first()");

    private final ConnectionHandler connection;
    private final OneReader reader = new OneReader(CONNECTION);
    private int begun;

    Reads(ConnectionHandler connection) {
        this.connection = connection;
    }

    // ------------------------------------------------------------ on any thread

    Many<String> lines() {
        return Many.from(new ReadAll<>(this, "lines()", Reads::lineFeed));
    }

    Many<ByteBuffer> bytes() {
        return Many.from(new ReadAll<>(this, "bytes()", all -> new ByteFeed(all.connection)));
    }

    <T> Many<T> frames(Framer<T> framer) {
        return Many.from(new ReadAll<>(this, "frames(..)", all -> all.frameFeed(framer)));
    }

    One<@Nullable String> line() {
        return single("readLine()", Reads::lineFeed);
    }

    <T> One<@Nullable T> frame(Framer<T> framer) {
        return single("read(..)", all -> all.frameFeed(framer));
    }

    private LineFeed lineFeed() {
        return new LineFeed(connection, connection.limits().maxLine());
    }

    private <T> FrameFeed<T> frameFeed(Framer<T> framer) {
        return new FrameFeed<>(connection, framer, connection.limits().maxFrame());
    }

    private <T> One<@Nullable T> single(String method, Function<Reads, Inbound.Feed<T>> feed) {
        Flow.Publisher<T> publisher = subscriber -> {
            AtomicReference<@Nullable Input> own = new AtomicReference<>();
            Inbound<T> inbound = inbound(new SingleFeed<>(feed.apply(this), () -> letGo(own.get())));
            own.set(inbound);
            start(method, inbound, subscriber);
        };
        return Many.from(publisher).first();
    }

    private <T> Inbound<T> inbound(Inbound.Feed<T> feed) {
        return new Inbound<>(connection.share().loop(), feed, reader);
    }

    /** Takes its turn on the loop: there a cancellation that came before it has let go of what it read. */
    private <T> void start(String method, Inbound<T> inbound, Flow.Subscriber<? super T> subscriber) {
        if (!connection.onLoop(() -> begin(method, inbound, subscriber))) {
            Inbound.refuse(subscriber, new IOException("the connection is closed"));
        }
    }

    /**
     * A stream of all that comes from now on.
     *
     * @param feed makes the items
     */
    private record ReadAll<T>(Reads reads, String method, Function<Reads, ? extends Inbound.Feed<T>> feed)
            implements Flow.Publisher<T> {
        @Override
        public void subscribe(Flow.Subscriber<? super T> subscriber) {
            reads.start(method, reads.inbound(feed.apply(reads)), subscriber);
        }
    }

    // ------------------------------------------------------------ on the event loop

    /** Many small messages that are read one by one are as much work as many items of one reader. */
    private <T> void begin(String method, Inbound<T> inbound, Flow.Subscriber<? super T> subscriber) {
        if (++begun % FEW == 0) {
            connection.share().inTurn(FEW * A_READ, () -> read(method, inbound, subscriber));
        } else {
            read(method, inbound, subscriber);
        }
    }

    private <T> void read(String method, Inbound<T> inbound, Flow.Subscriber<? super T> subscriber) {
        IOException closed = connection.closedBy("is closed");
        if (closed != null) {
            Inbound.refuse(subscriber, closed);
        } else if (!reader.take(method)) {
            Inbound.refuse(subscriber, reader.refusal());
        } else {
            connection.readBy(inbound);
            inbound.open(subscriber);
        }
    }

    private void letGo(@Nullable Input last) {
        if (connection.letGo(last)) {
            reader.letGo();
        }
    }
}
