package dev.weir.op.kernel;

import dev.weir.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** One subscription to a stream for any number of stages, at the pace of the slowest. */
public final class Multicast<T> extends SerialDrain<T, T> {
    /*
     * The members change under a lock and are read as an immutable list; only the drain emits to them. While it
     * has no member a multicast is over: its owner makes a new one for the next subscriber.
     */
    private final Members<T> members;
    private final Queue<T> queue;
    private final int bufferSize;
    private final int batch;
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
        return true;
    }

    private void remove(Member<T> member) {
        if (members.remove(member)) {
            cancel();
        } else {
            drain();
        }
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        upstream = newUpstream;
        if (isCancelled()) {
            newUpstream.cancel();
        } else {
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
                upstream.request(batch);
            }
        }
    }

    @Override
    protected void clear() {
        queue.clear();
    }

    private static final class Member<T> implements Upstream {
        private final Multicast<T> multicast;
        private final Stage<? super T> stage;
        private final Requested requested = new Requested();
        private final Once cancelled = new Once();
        private long emitted;

        Member(Multicast<T> multicast, Stage<? super T> stage) {
            this.multicast = multicast;
            this.stage = stage;
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
            over = true;
            return all;
        }

        @Override
        public void onError(Throwable failure) {
            for (Member<T> member : close()) {
                if (member.cancelled.first()) {
                    member.stage.onError(failure);
                }
            }
        }

        @Override
        public void onComplete() {
            for (Member<T> member : close()) {
                if (member.cancelled.first()) {
                    member.stage.onComplete();
                }
            }
        }
    }
}
