package dev.weir.op.kernel.drain;

import dev.weir.Context;
import dev.weir.Sharing;
import dev.weir.op.kernel.race.Once;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.SystemClock;
import dev.weir.op.kernel.root.Trampoline;
import dev.weir.op.kernel.stage.Crossing;
import dev.weir.op.kernel.stage.RootStage;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One subscription to a stream for any number of stages, at the pace of the slowest. */
@SuppressWarnings("unchecked") // members are of this stream
public class Multicast<T> extends Prefetching<T, T, T> {
    /*
     * The members change under a lock and are read without; only the drain emits to them. When its last
     * member leaves, a multicast is closing until the stream has been cancelled, and then over: its owner makes a new one
     * for the next subscriber, never two at once. Where there is a grace, a multicast without members waits that long before
     * it closes. What is replayed to a member goes before the next item, so it sets the pace while it catches up. An item
     * that meets the last cancellation waits for who comes next. The drain asks for items, and those that come meanwhile on
     * its thread are passed on at once.
     */
    private static final ArrayDeque<?> NONE = new ArrayDeque<>(0); // nobody adds to it

    private final Members<T> members;
    private final Once complete = new Once();
    private final Once connected = new Once(); // or stopped before
    private final Sharing sharing;
    private final long age;
    private final ArrayDeque<T> past; // in the drain, as the next
    private final ArrayDeque<Long> times; // of those, if they get too old
    private final Slot grace = new Slot();
    private boolean isFed; // in the drain, as the next
    private @Nullable T unheard; // when it was passed on, the last member was about to leave

    /**
     * @param first the stage that will be added first
     * @param context what the stream is subscribed in
     * @param over runs once, when there is no member any more and none can come
     */
    public Multicast(Stage<?> first, Context context, int ahead, Sharing sharing, Consumer<? super Multicast<T>> over) {
        Members<T> everybody = new Members<>(first, context, sharing, over);
        super(everybody, everybody, ahead);
        this.members = everybody;
        this.sharing = sharing;
        this.age = SystemClock.nanos(sharing.age());
        this.past = sharing.replay() == 0 ? (ArrayDeque<T>) NONE : new ArrayDeque<>();
        this.times = age == Long.MAX_VALUE ? (ArrayDeque<Long>) NONE : new ArrayDeque<>();
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
            member.stage.onSubscribe(member);
            member.meet();
            requested(); // the end may have met it, and wait
        }
        return state != State.OVER;
    }

    /** Whether all have come who are waited for; true for one. */
    public final boolean isComplete() {
        return members.all.length >= sharing.subscribers() && complete.first();
    }

    final void remove(Member<?> member, Runnable last) {
        if (!members.remove(member)) {
            drain();
        } else if (sharing.grace().isZero()) {
            stopIfAlone(last);
        } else {
            members.guard(() -> grace.schedule(members, () -> stopIfAlone(this::cancel), sharing.grace()));
        }
    }

    private void stopIfAlone(Runnable last) {
        if (members.closeIfEmpty()) {
            Dropped.reportThrown(() -> stop(last), members.context());
            members.over();
        }
    }

    private void stop(Runnable last) {
        boolean _ = connected.first(); // else upstream can be seen here
        last.run();
    }

    @Override
    protected void cancelOthers() {
        grace.cancel();
    }

    /** A member has asked: there is something to do for it once this is connected. */
    final void requested() {
        if (connected.isTaken()) {
            drain();
        }
    }

    /** Whether a member waits for an item. */
    final boolean isAwaited() {
        return Arrays.stream(members.all).anyMatch(Member::isReady);
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        super.onSubscribe(newUpstream);
        if (connected.first()) {
            drain();
        } else { // the last member has just left
            upstream.cancel();
        }
    }

    @Override
    protected void emit() {
        if (!isFed && connected.isTaken() && members.allHaveDemand()) {
            isFed = true;
            consumed = ahead; // so that many are asked for, of which those that come at once are passed on at once
        }
        if (catchUp()) {
            super.emit();
        }
    }

    @Override
    protected boolean mayEnd(@Nullable T next) {
        return next == null && catchUp() && members.closeIfHeard(); // else somebody has just come, who drains
    }

    @Override
    protected boolean isReadyFor(T item, boolean hasRoom) {
        boolean plain = unheard == null && sharing.replay() == 0 && members.room > 0 && members.changes == members.seen;
        return plain || (catchUp() && members.allHaveDemand());
    }

    /** Whether all have heard what came before. */
    private boolean catchUp() {
        boolean caughtUp = sharing.replay() == 0 || members.catchUp(remembered());
        T before = unheard;
        if (before != null && caughtUp && members.allHaveDemand()) {
            unheard = null;
            pass(before);
        }
        return caughtUp && unheard == null;
    }

    /** What is to be replayed, without what is too old. */
    private ArrayDeque<T> remembered() {
        long now = times.isEmpty() ? 0 : members.context().clock().nanoTime();
        for (Long at = times.peek(); at != null && now - at >= age; at = times.peek()) {
            forgetOldest();
        }
        return past;
    }

    private void forgetOldest() {
        times.poll();
        past.remove();
    }

    @Override
    protected boolean pass(T item) {
        if (!members.onNext(item)) {
            unheard = item;
        } else if (sharing.replay() > 0) {
            past.add(item);
            if (age != Long.MAX_VALUE) {
                times.add(members.context().clock().nanoTime());
            }
            if (past.size() > sharing.replay()) {
                forgetOldest();
            }
        }
        return false;
    }

    @Override
    protected void clear() {
        super.clear();
        undelivered(unheard);
        unheard = null;
        past.clear();
        times.clear();
    }

    private enum State {
        OPEN,
        CLOSING,
        OVER
    }

    private static final class Members<T> extends RootStage<T> {
        private static final Member<?>[] NOBODY = {};

        private final boolean isReplaying;
        private final Consumer<? super Multicast<T>> whenOver;
        private volatile Member<?>[] all = NOBODY; // another array after each change
        private final List<Runnable> late = new ArrayList<>();
        private State state = State.OPEN;
        private volatile int changes; // of that
        private int seen; // of these, in the drain
        private long room; // so many items all took then

        @SuppressWarnings("NullAway.Init") // before anybody is added
        private Multicast<T> multicast;

        Members(Stage<?> first, Context context, Sharing sharing, Consumer<? super Multicast<T>> whenOver) {
            super(context, first.depth());
            this.isReplaying = sharing.replay() > 0;
            this.whenOver = whenOver;
        }

        synchronized State add(Member<?> member, Runnable again) {
            if (state == State.OPEN) {
                Member<?>[] more = Arrays.copyOf(all, all.length + 1);
                more[all.length] = member;
                set(more);
            } else if (state == State.CLOSING) {
                late.add(again);
            }
            return state;
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
        private void set(Member<?>[] newAll) {
            all = newAll;
            changes++; // behind it
        }

        /** True if that was the last. */
        synchronized boolean remove(Member<?> member) {
            set(Arrays.stream(all).filter(other -> other != member).toArray(Member[]::new));
            return all.length == 0 && state == State.OPEN;
        }

        /** True if nobody is let in any more; {@link #over} must follow. */
        synchronized boolean closeIfEmpty() {
            boolean closing = all.length == 0 && state == State.OPEN;
            state = closing ? State.CLOSING : state;
            return closing;
        }

        void over() {
            whenOver.accept(multicast);
            synchronized (this) {
                state = State.OVER;
            }
            late.forEach(Runnable::run); // nobody is added any more
            late.clear();
        }

        /** Lets nobody in any more if all who came have heard what is replayed: who comes too late for that begins anew. */
        synchronized boolean closeIfHeard() {
            boolean heard = !isReplaying || Arrays.stream(all).noneMatch(member -> member.late == null);
            if (heard && state == State.OPEN) {
                over();
            }
            return heard;
        }

        /** Lets nobody in any more, as the stream has ended; returns who is to be told. */
        private synchronized Member<?>[] close() {
            Member<?>[] last = all;
            set(NOBODY);
            if (state == State.OPEN) {
                over();
            }
            return last;
        }

        /** Replays to those who come late; false if some have not asked for all that came before. */
        boolean catchUp(Collection<T> past) {
            boolean caughtUp = true;
            for (Member<?> member : all) {
                caughtUp &= ((Member<T>) member).catchUp(past) || member.cancelled.isTaken();
            }
            return caughtUp;
        }

        /** Whether there is somebody, and all may be emitted to. */
        boolean allHaveDemand() {
            int now = changes;
            if (isReplaying || room == 0 || now != seen) { // what is replayed is room, too
                seen = now;
                Member<?>[] members = all;
                room = members.length == 0 ? 0 : Long.MAX_VALUE;
                for (Member<?> member : members) {
                    room = member.cancelled.isTaken() ? room : Math.min(room, member.get() - member.emitted);
                }
            }
            return room > 0;
        }

        @Override
        public void onSubscribe(Upstream upstream) {} // each member was given its own

        /** Returns whether somebody receives it. */
        @Override
        public boolean onNext(T item) {
            room--;
            Member<?>[] now = all;
            boolean received = false;
            if (now.length == 1) { // as most have: the JIT needs no loop for it
                received = pass(item, (Member<T>) now[0]);
            } else {
                for (Member<?> member : now) {
                    received |= pass(item, (Member<T>) member);
                }
            }
            return received;
        }

        private boolean pass(T item, Member<T> member) {
            boolean now = isReplaying ? member.late != null : changes == seen; // else it is replayed, or has changed
            boolean receives = isReplaying ? now && member.isReady() : now || member.isReady();
            if (receives) {
                member.pass(item);
            }
            return receives;
        }

        @Override
        public void onError(Throwable failure) {
            fail(failure, stage -> stage.onError(failure));
        }

        private void fail(Throwable failure, Consumer<Stage<?>> told) {
            Member<?>[] last = close();
            noted(failure);
            // what is fatal has been told, and goes on
            Dropped.report(last.length == 0 && !Failures.isFatal(failure) ? failure : null, context());
            if (last.length > 1) {
                Failures.shared(failure);
            }
            end(last, told);
        }

        @Override
        public void onComplete() {
            end(close(), Stage::onComplete);
        }

        @Override
        public void crash(Throwable crash) {
            multicast.stop(multicast::cancel);
            fail(crash, stage -> stage.root().crash(crash));
        }

        private static void end(Member<?>[] last, Consumer<Stage<?>> action) {
            Trampoline.runAll(3, Arrays.asList(last), member -> member.end(() -> action.accept(member.stage)));
        }
    }
}
