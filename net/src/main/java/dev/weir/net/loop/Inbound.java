package dev.weir.net.loop;

import io.netty.channel.EventLoop;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The stream of what a connection receives, for one subscriber: the socket is read when items are
 * demanded.
 */
public final class Inbound<T> extends Turn implements Flow.Subscription, Input {
    /*
     * Items are made from the received bytes one by one as they are demanded, so nothing waits here: what is
     * not demanded stays in the connection's array, then in the kernel, then at the sender.
     *
     * Requests from other threads add up in `asked`; the one that finds zero wakes the loop.
     *
     * What came at once may be many items, and a feed adds what else its work costs: after so much of both others of the
     * loop come first.
     */
    private static final int AN_ITEM = 64; // of a turn
    private static final VarHandle ASKED = Atomic.field(MethodHandles.lookup(), "asked", long.class);

    /** Makes the items. Called on the event loop only. */
    public interface Feed<T> {
        /** The next item, or null if more has to be received first, or others come first. */
        @Nullable
        T next() throws Exception;

        /** Whether all has been received and no item is left. */
        boolean isFinished();

        /** Asks for more: an item is demanded. {@link Inbound#drain} follows when it has come, at once maybe. */
        void more();

        /** The subscriber has gone. */
        void abandoned();

        /** Items are given to the subscriber, until {@link #looked}: that may be within another's turn. */
        default void looks() {}

        /** Nothing that was given to the subscriber is looked at any more. */
        default void looked() {}
    }

    private static final Flow.Subscription NONE = new Flow.Subscription() {
        @Override
        public void request(long n) {
            // nothing will come
        }

        @Override
        public void cancel() {
            // nothing runs
        }
    };

    private final Feed<T> feed;
    private final OneReader reader;
    private volatile long asked;
    private volatile boolean cancelled; // the loop may not know yet

    private Flow.@Nullable Subscriber<? super T> subscriber;
    private long demand;
    private boolean draining;
    private boolean hasCome;
    private boolean over;
    private boolean lookedAt; // for the loop
    private @Nullable Throwable failure;

    /**
     * A stream.
     *
     * @param reader lets one read
     */
    public Inbound(EventLoop loop, Feed<T> feed, OneReader reader) {
        super(loop);
        this.feed = feed;
        this.reader = reader;
    }

    /** Whether somebody reads, or has read. */
    public boolean isTaken() {
        return reader.isTaken();
    }

    /** Whether the reader is done with each item when it returns: {@link Feed#looked} follows. */
    public boolean isLookedAt() {
        return lookedAt;
    }

    /** This, for that reader. */
    public Flow.Publisher<T> by(Reader newReader) {
        return newSubscriber -> subscribe(newSubscriber, newReader);
    }

    private void subscribe(Flow.Subscriber<? super T> newSubscriber, Reader newReader) {
        if (reader.take(newReader.name())) {
            lookedAt = newReader.looks();
            open(newSubscriber);
        } else {
            refuse(newSubscriber, reader.refusal());
        }
    }

    /** Lets that one read by the method, unless another one does. */
    public void subscribe(Flow.Subscriber<? super T> newSubscriber, String method) {
        subscribe(newSubscriber, Reader.keeping(method));
    }

    /** Lets that one read, who has been let. */
    public void open(Flow.Subscriber<? super T> newSubscriber) {
        if (!EventLoops.run(loop, () -> begin(newSubscriber))) {
            refuse(newSubscriber, new IOException("the connection is closed"));
        }
    }

    /** Fails a subscriber at once. */
    public static void refuse(Flow.Subscriber<?> refused, Throwable reason) {
        refused.onSubscribe(NONE);
        refused.onError(reason);
    }

    private void begin(Flow.Subscriber<? super T> newSubscriber) {
        subscriber = newSubscriber;
        draining = true; // what is requested now is emitted when onSubscribe has returned
        newSubscriber.onSubscribe(this);
        draining = false;
        drain();
    }

    @Override
    public void request(long n) {
        if (loop.inEventLoop()) {
            demand(n);
        } else if (ask(n) == 0) {
            onLoop(() -> demand((long) ASKED.getAndSet(this, 0L)));
        }
    }

    private long ask(long n) {
        long before = asked;
        while (!ASKED.compareAndSet(this, before, sum(before, n))) {
            before = asked;
        }
        return before;
    }

    @Override
    public void cancel() {
        cancelled = true;
        onLoop(this::abandon);
    }

    private void onLoop(Runnable task) {
        if (!EventLoops.run(loop, task)) {
            over = true; // so is the connection, and nobody else touches this any more
        }
    }

    private void demand(long n) {
        demand = sum(demand, n);
        drain();
    }

    /** Of two numbers of items, which is no more than all. */
    public static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    private void abandon() {
        if (!over) {
            over = true;
            subscriber = null;
            feed.abandoned();
        }
    }

    /** Fails the stream; for use on the event loop. */
    @Override
    public void fail(Throwable newFailure) {
        if (!over && failure == null) {
            failure = newFailure;
            drain();
        }
    }

    /** Emits what is demanded and there; for use on the event loop. */
    @Override
    public void drain() {
        Flow.Subscriber<? super T> receiver = subscriber;
        hasCome = true;
        if (draining || over || receiver == null) {
            return;
        }
        draining = true;
        feed.looks();
        giveWay();
        while (!over && advance(receiver)) {
            // one item a step
        }
        draining = false;
        feed.looked();
    }

    private boolean advance(Flow.Subscriber<? super T> receiver) {
        if (failure != null) {
            end(receiver, failure);
            return false;
        }
        if (feed.isFinished()) {
            end(receiver, null);
            return false;
        }
        if (demand == 0 || rests()) {
            return false;
        }
        T item;
        try {
            item = feed.next();
        } catch (Throwable thrown) {
            end(receiver, Trace.cut(thrown));
            feed.abandoned();
            return false;
        }
        if (item == null) {
            if (feed.isFinished()) {
                return true;
            }
            if (rests()) {
                return false;
            }
            hasCome = false;
            feed.more();
            return hasCome;
        }
        if (demand != Long.MAX_VALUE) {
            demand--;
        }
        worked(AN_ITEM);
        receiver.onNext(item);
        return true;
    }

    @Override
    protected void goOn() {
        drain();
    }

    private void end(Flow.Subscriber<? super T> receiver, @Nullable Throwable cause) {
        over = true;
        subscriber = null;
        if (cancelled) {
            return; // what ends a stream that was given up is no failure of it
        }
        if (cause != null) {
            receiver.onError(cause);
        } else {
            receiver.onComplete();
        }
    }
}
