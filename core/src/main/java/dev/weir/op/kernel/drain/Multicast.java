package dev.weir.op.kernel.drain;

import dev.weir.Context;
import dev.weir.Sharing;
import dev.weir.op.kernel.race.Queues;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Crossing;
import dev.weir.op.kernel.stage.RootStage;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** One subscription to a stream for any number of stages, at the pace of the slowest. */
public class Multicast<T> extends SerialDrain<T, T> {
    /*
     * The members change under a lock and are read without; only the drain emits to them. When its last
     * member leaves, a multicast is closing until the stream has been cancelled, and then over: its owner makes a new one
     * for the next subscriber, never two at once. Where there is a grace, a multicast without members waits that long before
     * it closes. What is replayed to a member goes before the next item, so it sets the pace while it catches up.
     */
    private final Members<T> members;
    private final Slot source = new Slot();
    private final Queue<T> queue;
    private final int bufferSize;
    private final int batch;
    private final Sharing sharing;
    private final ArrayDeque<T> past = new ArrayDeque<>(); // in the drain
    private final Slot grace = new Slot();
    private Upstream feeding = Upstream.NONE;
    private int consumed;

    /**
     * @param first the stage that will be added first
     * @param context what the stream is subscribed in
     * @param whenOver runs once, when there is no member any more and none can come
     */
    public Multicast(
            Stage<?> first, Context context, int bufferSize, Sharing sharing, Consumer<? super Multicast<T>> whenOver) {
        this(new Members<>(first, context, sharing.replay() > 0, whenOver), bufferSize, sharing);
    }

    private Multicast(Members<T> members, int bufferSize, Sharing sharing) {
        super(members, members);
        this.members = members;
        this.bufferSize = bufferSize;
        this.batch = bufferSize - (bufferSize >> 2);
        this.queue = Queues.spsc(bufferSize);
        this.sharing = sharing;
        members.multicast = this;
    }

    /**
     * Adds a stage and subscribes it to this; false if this is over.
     *
     * @param again runs instead, later, if this is about to be over
     */
    public final boolean add(Stage<? super T> stage, Runnable again) {
        return add(new Member<>(this), stage, again);
    }

    final <M> boolean add(Member<M> member, Stage<? super M> stage, Runnable again) {
        member.stage = Crossing.into(stage);
        State state = members.add(member, again);
        if (state == State.OPEN) {
            member.begin();
        }
        return state != State.OVER;
    }

    final void remove(Member<?> member) {
        if (!members.remove(member)) {
            drain();
        } else if (sharing.grace().isZero()) {
            stopIfAlone();
        } else {
            grace.schedule(members, this::stopIfAlone, sharing.grace());
        }
    }

    private void stopIfAlone() {
        if (members.closeIfEmpty()) {
            stop();
            members.over();
        }
    }

    private void stop() {
        cancel();
        source.cancel();
    }

    /** The stream fails for all, and its source is cancelled; in the drain. */
    final void failAll(Throwable failure) {
        source.cancel();
        endWith(failure);
    }

    /** Whether a member waits for an item. */
    final boolean isAwaited() {
        return members.all.stream().anyMatch(Member::isReady);
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        feeding = Crossing.into(newUpstream, context());
        if (source.put(feeding)) { // the last member may be leaving at this moment
            feeding.request(bufferSize);
        }
    }

    @Override
    public boolean onNext(T item) {
        queue.offer(item);
        drain();
        return true;
    }

    @Override
    protected void emit() {
        while (!isCancelled()) {
            boolean last = isDone();
            boolean isUpToDate = members.catchUp(past);
            T item = queue.peek();
            if (item == null) {
                if (last && isUpToDate) {
                    end();
                }
                return;
            }
            if (!isUpToDate || !isReadyFor(item)) {
                return;
            }
            queue.poll();
            pass(item);
            if (++consumed == batch) {
                consumed = 0;
                feeding.request(batch);
            }
        }
    }

    /** Whether the item can be passed on now. */
    boolean isReadyFor(T item) {
        return members.allHaveDemand();
    }

    void pass(T item) {
        members.onNext(item);
        if (sharing.replay() > 0) {
            past.add(item);
            if (past.size() > sharing.replay()) {
                past.remove();
            }
        }
    }

    @Override
    protected void clear() {
        Undelivered.tellAll(queue, context());
    }

    private enum State {
        OPEN,
        CLOSING,
        OVER
    }

    private static final class Members<T> extends RootStage<T> {
        private final boolean isReplaying;
        private final Consumer<? super Multicast<T>> whenOver;
        private final List<Member<?>> all = new CopyOnWriteArrayList<>();
        private final List<Runnable> late = new ArrayList<>();
        private State state = State.OPEN;

        @SuppressWarnings("NullAway.Init") // before anybody is added
        private Multicast<T> multicast;

        Members(Stage<?> first, Context context, boolean isReplaying, Consumer<? super Multicast<T>> whenOver) {
            super(context, first.depth());
            this.isReplaying = isReplaying;
            this.whenOver = whenOver;
        }

        synchronized State add(Member<?> member, Runnable again) {
            if (state == State.OPEN) {
                all.add(member);
            } else if (state == State.CLOSING) {
                late.add(again);
            }
            return state;
        }

        /** True if that was the last. */
        synchronized boolean remove(Member<?> member) {
            all.remove(member);
            return all.isEmpty() && state == State.OPEN;
        }

        /** True if nobody is let in any more; {@link #over} must follow. */
        synchronized boolean closeIfEmpty() {
            boolean closing = all.isEmpty() && state == State.OPEN;
            state = closing ? State.CLOSING : state;
            return closing;
        }

        void over() {
            whenOver.accept(multicast);
            List<Runnable> waiting;
            synchronized (this) {
                state = State.OVER;
                waiting = List.copyOf(late);
                late.clear();
            }
            waiting.forEach(Runnable::run);
        }

        /** Lets nobody in any more; returns who is to be ended. */
        private List<Member<?>> close() {
            List<Member<?>> last;
            synchronized (this) {
                if (state != State.OPEN) {
                    return List.of();
                }
                last = List.copyOf(all);
                all.clear();
                state = State.CLOSING;
            }
            over();
            return last;
        }

        /** Replays to those who come late; false if some have not asked for all that came before. */
        @SuppressWarnings("unchecked") // of this stream
        boolean catchUp(Collection<T> past) {
            boolean all = true;
            for (Member<?> member : isReplaying ? this.all : List.<Member<?>>of()) {
                all &= ((Member<T>) member).catchUp(past) || member.isGone();
            }
            return all;
        }

        /** Whether there is somebody, and all may be emitted to. */
        boolean allHaveDemand() {
            for (Member<?> member : all) {
                if (!member.isGone() && !member.isReady()) {
                    return false;
                }
            }
            return !all.isEmpty();
        }

        @Override
        public void onSubscribe(Upstream upstream) {
            // each member was given its own
        }

        @Override
        @SuppressWarnings("unchecked") // of this stream
        public boolean onNext(T item) {
            boolean received = isReplaying;
            for (Member<?> member : all) {
                if (member.isReady() && !(isReplaying && member.isNew())) {
                    ((Member<T>) member).pass(item);
                    received = true;
                }
            }
            if (!received) { // the last has just left
                undelivered(item);
            }
            return true;
        }

        @Override
        public void onError(Throwable failure) {
            List<Member<?>> last = close();
            noted(failure);
            if (last.size() > 1) {
                Failures.shared(failure);
            }
            last.forEach(member -> member.end(failure));
        }

        @Override
        public void onComplete() {
            close().forEach(member -> member.end(null));
        }

        @Override
        public void crash(Throwable crash) {
            multicast.stop();
            close().forEach(member -> member.crash(crash));
        }
    }
}
