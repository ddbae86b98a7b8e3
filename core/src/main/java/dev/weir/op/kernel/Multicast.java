package dev.weir.op.kernel;

import dev.weir.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** One subscription to a stream for any number of stages, at the pace of the slowest. */
public final class Multicast<T> extends SerialDrain<T, T> {
    /*
     * The members change under a lock and are read as an immutable list; only the drain emits to them. While it
     * has no member a multicast is over: its owner makes a new one for the next subscriber.
     */
    private final Members<T> members;
    private final Slot source = new Slot();
    private final Queue<T> queue;
    private final int bufferSize;
    private final int batch;
    private Upstream feeding = Upstream.NONE;
    private int consumed;

    public Multicast(Context context, int bufferSize) {
        this(new Members<>(context), bufferSize);
    }

    private Multicast(Members<T> members, int bufferSize) {
        super(members);
        this.members = members;
        this.bufferSize = bufferSize;
        this.batch = bufferSize - (bufferSize >> 2);
        this.queue = Queues.spsc(bufferSize);
    }

    /** Adds a stage and subscribes it to this; false if this is over. */
    public boolean add(Stage<? super T> stage) {
        Member<T> member = new Member<>(this, stage);
        if (!members.add(member)) {
            return false;
        }
        stage.onSubscribe(member);
        member.subscribed();
        return true;
    }

    private void remove(Member<T> member) {
        if (members.remove(member)) {
            cancel();
            source.cancel();
        } else {
            drain();
        }
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        feeding = newUpstream;
        if (source.put(newUpstream)) { // the last member may be leaving at this moment
            newUpstream.request(bufferSize);
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
        queue.clear();
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

        Member(Multicast<T> multicast, Stage<? super T> stage) {
            this.multicast = multicast;
            this.stage = stage;
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

    private static final class Members<T> extends Stage<T> {
        private volatile List<Member<T>> all = List.of();
        private boolean over;

        Members(Context context) {
            super(context);
        }

        synchronized boolean add(Member<T> member) {
            if (over) {
                return false;
            }
            List<Member<T>> more = new ArrayList<>(all);
            more.add(member);
            all = List.copyOf(more);
            return true;
        }

        /** True if that was the last. */
        synchronized boolean remove(Member<T> member) {
            List<Member<T>> fewer = new ArrayList<>(all);
            fewer.remove(member);
            all = List.copyOf(fewer);
            over |= fewer.isEmpty();
            return over;
        }

        boolean allHaveDemand() {
            for (Member<T> member : all) {
                if (!member.cancelled.isTaken() && member.emitted >= member.requested.get()) {
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
            for (Member<T> member : all) {
                // one that has just joined gets what its demand allows, from the next item on
                if (!member.cancelled.isTaken()
                        && member.emitted < member.requested.get()
                        && member.stage.onNext(item)) {
                    member.emitted++;
                }
            }
            return true;
        }

        private synchronized List<Member<T>> close() {
            List<Member<T>> last = all;
            over = true;
            all = List.of();
            return last;
        }

        @Override
        public void onError(Throwable failure) {
            close().forEach(member -> member.end(failure));
        }

        @Override
        public void onComplete() {
            close().forEach(member -> member.end(null));
        }
    }
}
