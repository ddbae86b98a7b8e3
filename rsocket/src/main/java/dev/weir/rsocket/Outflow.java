package dev.weir.rsocket;

import dev.weir.rsocket.engine.Holding;
import dev.weir.rsocket.loop.LoopConnection;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Sends the items of a stream, asking for as many as the peer takes. */
final class Outflow implements Flow.Subscriber<Payload> {
    /*
     * Asked for is what the peer has demanded, at most a batch, so that all that comes may go: it waits only if the
     * connection has filled up meanwhile. A batch is as many as the connection takes before it is full, if they are as long
     * as the last; the first batch is that of the connection's last item, whatever stream that was of. Of a connection's first
     * nobody knows how long they are, so one is asked for alone; where it is small, the rest of its batch is asked for where
     * it comes from, as there and back again to the loop takes longer than many a stream.
     *
     * Signals cross to the loop in a queue, in order: `wip` counts those that the loop has not seen, and only the one that
     * finds zero wakes it. A channel of ours may have to wait with its first item, for a lease or for the peer to read: if
     * the items end meanwhile, that end waits, too.
     */
    private static final int BATCH = 16;
    private static final int BATCH_BYTES = 64 * 1024; // with so much waiting a connection is full
    private static final int SMALL = BATCH_BYTES / BATCH;
    private static final Object COMPLETE = new Object();

    private record Failure(Throwable cause) {}

    private record Begun(Flow.Subscription subscription) {}

    /** What becomes of the end of the items, on the loop. */
    @FunctionalInterface
    interface End {
        /**
         * All items are sent, or there are no more.
         *
         * @param failure null if the source completed
         */
        void ended(@Nullable Throwable failure);
    }

    /** What begins a channel of ours by its first item. */
    @FunctionalInterface
    interface First {
        void begin(Payload item);
    }

    private final LoopConnection connection;
    private final End end;
    private final Queue<Object> signals = new ConcurrentLinkedQueue<>();
    private final AtomicInteger wip = new AtomicInteger();
    private final Queue<Payload> held = new ArrayDeque<>(2);
    private int stream;
    private @Nullable First first;
    private Flow.@Nullable Subscription upstream;
    private int rest; // of the first batch; set before the first item is asked for, and then the source's alone
    private int batch; // 0 until an item has come, of whatever stream
    private int outstanding;
    private boolean complete; // or failed
    private @Nullable Throwable failure;
    private boolean over;
    private boolean dropped; // what waits, and all that comes

    /**
     * For a stream of the connection; made on its loop.
     *
     * @param stream 0 if it is begun with the first item: see {@link #first}
     */
    Outflow(LoopConnection connection, int stream, End end) {
        this.connection = connection;
        this.stream = stream;
        this.end = end;
    }

    /** Has the stream begun by the first item. */
    void first(First begins) {
        first = begins;
    }

    /** The stream has begun, and its first item is sent. */
    void begun(int newStream) {
        stream = newStream;
        pull();
    }

    // ------------------------------------------------------------ from the source, on any thread

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        signal(new Begun(subscription));
    }

    @Override
    public void onNext(Payload item) {
        int more = rest;
        rest = 0;
        signal(item);
        if (more > 0 && item.size() <= SMALL) {
            Objects.requireNonNull(upstream, "nothing was asked for").request(more);
        }
    }

    @Override
    public void onError(Throwable failure) {
        signal(new Failure(failure));
    }

    @Override
    public void onComplete() {
        signal(COMPLETE);
    }

    private void signal(Object signal) {
        signals.add(signal);
        if (wip.getAndIncrement() == 0) {
            try {
                if (!connection.post(this::drain)) {
                    signals.clear(); // the loop has ended, and so have its connections
                }
            } catch (Throwable thrown) {
                wip.set(0); // there is no memory: the next signal wakes the loop for this one, too
                throw thrown;
            }
        }
    }

    // ------------------------------------------------------------ on the loop

    private void drain() {
        int seen = wip.get();
        while (seen != 0) {
            Object signal = signals.poll();
            while (signal != null) {
                guarded(signal);
                signal = signals.poll();
            }
            seen = wip.addAndGet(-seen);
        }
    }

    private void guarded(Object signal) {
        try {
            handle(signal);
        } catch (Throwable thrown) {
            if (over) {
                throw thrown;
            }
            try {
                cancel();
            } finally {
                end.ended(thrown);
            }
        }
    }

    private void handle(Object signal) {
        if (over) {
            if (signal instanceof Begun(Flow.Subscription late)) {
                late.cancel();
            }
            return;
        }
        switch (signal) {
            case Payload item -> take(item);
            case Begun(Flow.Subscription subscription) -> {
                upstream = subscription;
                pull();
            }
            case Failure(Throwable cause) -> {
                failure = cause;
                complete = true;
                finish();
            }
            default -> {
                complete = true;
                finish();
            }
        }
    }

    private void take(Payload item) {
        long size = item.size();
        outstanding = batch == 0 && size > SMALL ? 0 : outstanding - 1; // of the first batch the rest was not asked for
        batch = Math.clamp(BATCH_BYTES / Math.max(1, size), 1, BATCH);
        Holding.of(connection).batch(batch);
        First begins = first;
        if (begins != null) {
            first = null;
            begins.begin(item);
            return;
        }
        if (held.isEmpty() && connection.wants(stream)) {
            send(item);
        } else {
            keep(item);
        }
        pull();
    }

    private void send(Payload item) {
        connection.next(stream, item.metadata(), item.data());
    }

    private void keep(Payload item) {
        if (dropped) {
            return;
        }
        String refusal = Holding.of(connection).keep(item.size());
        if (refusal == null) {
            held.add(item);
        } else {
            cancel();
            end.ended(new RSocketException.Canceled(refusal));
        }
    }

    /** Sends what waits, and asks for more, as far as the peer and the connection take it. */
    void pull() {
        while (!over && !held.isEmpty() && connection.wants(stream)) {
            Payload item = held.remove();
            Holding.of(connection).letGo(item.size());
            send(item);
        }
        finish();
        Flow.Subscription source = upstream;
        if (over || complete || source == null) {
            return;
        }
        if (batch == 0 && outstanding == 0 && first == null) {
            batch = Holding.of(connection).batch();
        }
        if (batch == 0) {
            askFirst(source);
            return;
        }
        long room = Math.min(batch, connection.credit(stream)) - held.size();
        if (outstanding + held.size() <= batch / 2 && room > outstanding && connection.wants(stream)) {
            int more = (int) room - outstanding;
            outstanding += more;
            source.request(more);
        }
    }

    private void askFirst(Flow.Subscription source) {
        if (outstanding == 0 && (first != null || connection.wants(stream))) {
            outstanding = first != null ? 1 : (int) Math.min(BATCH, connection.credit(stream));
            rest = outstanding - 1;
            source.request(1);
        }
    }

    /** What was asked for and has come goes before the end, also before a failure, unless the stream has not begun. */
    private void finish() {
        boolean waits = first == null && stream == 0; // the first item is given to be sent, and is not yet
        if (complete && !over && (waits ? failure != null : held.isEmpty())) {
            over = true;
            if (first == null && failure == null) {
                connection.complete(stream);
            }
            end.ended(failure);
        }
    }

    /** Nobody wants the items any more. */
    void cancel() {
        if (!over) {
            over = true;
            drop();
            Flow.Subscription source = upstream;
            if (source != null) {
                source.cancel();
            }
        }
    }

    /** What waits is not sent any more. */
    void drop() {
        dropped = true;
        while (!held.isEmpty()) {
            Holding.of(connection).letGo(held.remove().size());
        }
    }
}
