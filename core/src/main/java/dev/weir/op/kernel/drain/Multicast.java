package dev.weir.op.kernel.drain;

import dev.weir.Context;
import dev.weir.op.kernel.race.Once;
import dev.weir.op.kernel.race.Queues;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Crossing;
import dev.weir.op.kernel.stage.RootStage;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One subscription to a stream for any number of stages, at the pace of the slowest. */
public final class Multicast<T> extends SerialDrain<T, T> {
    /*
     * The members change under a lock and are read without; only the drain emits to them. When its last
     * member leaves, a multicast is closing until the stream has been cancelled, and then over: its owner makes a new one
     * for the next subscriber, never two at once.
     */
    private final Members<T> members;
    private final Slot source = new Slot();
    private final Queue<T> queue;
    private final int bufferSize;
    private final int batch;
    private Upstream feeding = Upstream.NONE;
    private int consumed;

    /**
     * @param first the stage that will be added first
     * @param context what the stream is subscribed in
     * @param whenOver runs once, when there is no member any more and none can come
     */
    public Multicast(Stage<?> first, Context context, int bufferSize, Consumer<? super Multicast<T>> whenOver) {
        this(new Members<>(context, first.depth(), whenOver), bufferSize);
    }

    private Multicast(Members<T> members, int bufferSize) {
        super(members, members);
        this.members = members;
        this.bufferSize = bufferSize;
        this.batch = bufferSize - (bufferSize >> 2);
        this.queue = Queues.spsc(bufferSize);
        members.multicast = this;
    }

    /**
     * Adds a stage and subscribes it to this; false if this is over.
     *
     * @param again runs instead, later, if this is about to be over
     */
    public boolean add(Stage<? super T> stage, Runnable again) {
        Member<T> member = new Member<>(this, stage);
        if (!members.add(member, again)) {
            return false;
        }
        if (!member.waits) {
            stage.onSubscribe(member);
            member.subscribed();
        }
        return true;
    }

    private void remove(Member<T> member) {
        if (members.remove(member)) {
            stop();
            members.over();
        } else {
            drain();
        }
    }

    private void stop() {
        cancel();
        source.cancel();
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
            if (queue.isEmpty()) {
                if (last) {
                    end();
                }
                return;
            }
            if (!members.allHaveDemand()) {
                return;
            }
            T item = queue.poll();
            if (item != null) {
                members.onNext(item);
            }
            if (++consumed == batch) {
                consumed = 0;
                feeding.request(batch);
            }
        }
    }

    @Override
    protected void clear() {
        Undelivered.tellAll(queue, context());
    }

    private static final class Member<T> implements Upstream {
        /*
         * The stream may end while the stage's onSubscribe still runs on another thread. Both call `met`, and who
         * is second ends the stage.
         */
        private final Multicast<T> multicast;
        private final Stage<? super T> stage;
        private final Requested requested = new Requested();
        private final Once cancelled = new Once();
        private final Once met = new Once();
        private @Nullable Throwable failure; // before `met`
        private long emitted;
        private boolean waits; // for the next multicast

        Member(Multicast<T> multicast, Stage<? super T> stage) {
            this.multicast = multicast;
            this.stage = Crossing.into(stage);
        }

        void subscribed() {
            if (!met.first()) {
                end();
            }
        }

        void end(@Nullable Throwable newFailure) {
            failure = newFailure;
            if (!met.first()) {
                end();
            }
        }

        private void end() {
            if (!cancelled.first()) {
                return;
            }
            Throwable stored = failure;
            if (stored != null) {
                stage.onError(stored);
            } else {
                stage.onComplete();
            }
        }

        /** Whether it may be emitted to: one that has just joined gets what its demand allows, from the next item on. */
        boolean isReady() {
            return !cancelled.isTaken() && emitted < requested.get();
        }

        /** One member's failure is not the others'. */
        void pass(T item) {
            try {
                if (stage.onNext(item)) {
                    emitted++;
                }
            } catch (Throwable thrown) {
                Carried.run(stage.context(), () -> stage.root().caught(thrown));
            }
        }

        @Override
        public void request(long n) {
            requested.add(n);
            multicast.drain();
        }

        @Override
        public void cancel() {
            if (cancelled.first()) {
                multicast.remove(this);
            }
        }
    }

    private static final class Members<T> extends RootStage<T> {
        private enum State {
            OPEN,
            CLOSING,
            OVER
        }

        private final Consumer<? super Multicast<T>> whenOver;
        private final List<Member<T>> all = new CopyOnWriteArrayList<>();
        private final List<Runnable> late = new ArrayList<>();
        private State state = State.OPEN;
        private @Nullable Multicast<T> multicast;

        Members(Context context, int depth, Consumer<? super Multicast<T>> whenOver) {
            super(context, depth);
            this.whenOver = whenOver;
        }

        synchronized boolean add(Member<T> member, Runnable again) {
            switch (state) {
                case OPEN -> all.add(member);
                case CLOSING -> {
                    member.waits = true;
                    late.add(again);
                }
                case OVER -> {
                    return false;
                }
            }
            return true;
        }

        /** True if that was the last; {@link #over} must follow. */
        synchronized boolean remove(Member<T> member) {
            all.remove(member);
            if (!all.isEmpty() || state != State.OPEN) {
                return false;
            }
            state = State.CLOSING;
            return true;
        }

        void over() {
            List<Runnable> waiting;
            synchronized (this) {
                state = State.OVER;
                waiting = List.copyOf(late);
                late.clear();
            }
            if (multicast != null) {
                whenOver.accept(multicast);
            }
            waiting.forEach(Runnable::run);
        }

        /** Lets nobody in any more; returns who is to be ended. */
        private List<Member<T>> close() {
            List<Member<T>> last;
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

        boolean allHaveDemand() {
            for (Member<T> member : all) {
                if (!member.cancelled.isTaken() && !member.isReady()) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void onSubscribe(Upstream upstream) {
            // each member was given its own
        }

        @Override
        public boolean onNext(T item) {
            boolean received = false;
            for (Member<T> member : all) {
                if (member.isReady()) {
                    member.pass(item);
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
            List<Member<T>> last = close();
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
        public void crash(Throwable failure) {
            if (multicast != null) {
                multicast.stop();
            }
            close().forEach(member -> Carried.run(
                    member.stage.context(), () -> member.stage.root().crash(failure)));
        }
    }
}
