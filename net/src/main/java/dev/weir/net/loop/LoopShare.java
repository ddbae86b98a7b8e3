package dev.weir.net.loop;

import dev.weir.Cancellable;
import dev.weir.Clock;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the connections of one event loop share: the clock, the rounds that check on them, scratch
 * arrays.
 */
public final class LoopShare {
    /*
     * Deadlines are checked in rounds, so that a request costs no timer: it only notes when it began. A
     * deadline is therefore met up to one period late.
     */

    /** The size of a scratch array. */
    public static final int SCRATCH = 16 * 1024;

    private static final System.Logger LOG = System.getLogger("dev.weir.net");

    /** The size of an array for as much as is read at once. */
    static final int BULK = 4 * SCRATCH;

    private static final int SCRATCH_KEPT = 64;
    private static final int BULK_KEPT = 4;
    private static final long HURRY = TimeUnit.SECONDS.toNanos(1);
    private static final int LITTLE = 1536; // a kilobyte, and what is around it
    private static final int MOST_GATHERING = 16;
    private static final int MOST_GATHERING_LITTLE = 256;
    private static final int SMALL = 16;

    /** A connection. */
    public interface Member {
        /** Checks the deadlines. */
        void look(long now);

        /** Ends as soon as what runs has ended. */
        void drain();

        /** Ends now. */
        void kill();
    }

    private final EventLoops loops;
    private final EventLoop loop;
    private final Held held;
    private final Clock clock;
    private final Duration period;
    private final Set<Member> members = Collections.newSetFromMap(new IdentityHashMap<>());
    private final ArrayDeque<byte[]> scratch = new ArrayDeque<>();
    private final ArrayDeque<byte[]> bulk = new ArrayDeque<>();
    private final ArrayDeque<byte[]> little = new ArrayDeque<>();
    private final ArrayDeque<Output> gathering = new ArrayDeque<>();
    private final ArrayDeque<Output> gatheringLittle = new ArrayDeque<>();
    private final byte[] small = new byte[SMALL];
    private volatile boolean scheduled; // a clock may have threads of its own
    private boolean draining;
    private boolean killing;

    /**
     * Makes one.
     *
     * @param loops that the loop is one of
     * @param held what the connections hold, with those of other loops
     * @param clock null for the loop's own
     * @param shortest the shortest of the deadlines
     */
    LoopShare(EventLoops loops, EventLoop loop, Held held, @Nullable Clock clock, Duration shortest) {
        this.loops = loops;
        this.held = held;
        this.loop = loop;
        this.clock = clock != null ? clock : new EventLoopClock(loop);
        this.period = period(shortest);
    }

    private static Duration period(Duration shortest) {
        Duration eighth = shortest.dividedBy(8);
        Duration most = Duration.ofSeconds(1);
        Duration least = Duration.ofMillis(10);
        return eighth.compareTo(most) > 0 ? most : eighth.compareTo(least) < 0 ? least : eighth;
    }

    public EventLoop loop() {
        return loop;
    }

    /** Counts work of a connection that it can't put off, as a {@link Turn} counts it: it is not read on then. */
    public void worked(int work) {
        LoopTurn.of(loop).worked(work);
    }

    /** Does what is so much work, when others have had their turn if that is due. */
    public void inTurn(int work, Runnable task) {
        LoopTurn turn = LoopTurn.of(loop);
        if (turn.isOver()) {
            turn.afterOthers(task);
        } else {
            turn.worked(work);
            task.run();
        }
    }

    /** What the connections of this and other loops hold together. */
    public Held held() {
        return held;
    }

    /** For how long a peer may take nothing of what waits for it: not for long while too much waits. */
    public long patience(Duration usual) {
        return held.isFull() ? Math.min(HURRY, usual.toNanos()) : usual.toNanos();
    }

    /** Runs a task on the loop, at once if that is where the caller is; false if the loop has ended. */
    public boolean run(Runnable task) {
        return EventLoops.run(loop, task);
    }

    /** Keeps the loop from ending, also when no connection is open; on the loop, and once for each {@link #release}. */
    public void hold() {
        var _ = loops.acquire();
    }

    /** Somebody who held the loop is done with it. */
    public void release() {
        loops.release();
    }

    public Clock clock() {
        return clock;
    }

    public long now() {
        return clock.nanoTime();
    }

    public void add(Member member) {
        members.add(member);
        schedule();
        if (killing) {
            member.kill();
        } else if (draining) {
            member.drain();
        }
    }

    /** Has a task run when all connections are to end: at once if that is so, or never if it is cancelled before. */
    public Cancellable atEnd(Runnable task) {
        Member waiting = new Member() {
            @Override
            public void look(long now) {}

            @Override
            public void drain() {
                kill();
            }

            @Override
            public void kill() {
                if (members.remove(this)) {
                    task.run();
                }
            }
        };
        add(waiting);
        return () -> remove(waiting);
    }

    public void remove(Member member) {
        members.remove(member);
    }

    void drain() {
        draining = true;
        each(Member::drain);
    }

    void kill() {
        killing = true;
        each(Member::kill);
    }

    private void schedule() {
        if (!scheduled) {
            var _ = clock.schedule(this::due, period);
            scheduled = true; // no sooner: it throws where there is no memory, and the next connection asks again
        }
    }

    private void due() {
        if (loop.inEventLoop()) {
            round();
            return;
        }
        try {
            EventLoops.queue(loop, this::round);
        } catch (Throwable full) {
            scheduled = false; // the next connection asks again
            throw full;
        }
    }

    private void round() {
        scheduled = false;
        if (members.isEmpty()) {
            return;
        }
        try {
            schedule(); // first: who moves the clock on meanwhile finds the next round, or this one sees it
        } finally {
            long now = now();
            each(member -> member.look(now));
            schedule(); // if it could not be: looking may have made room
        }
    }

    private void each(Consumer<Member> action) {
        for (Member member : members.toArray(new Member[0])) { // the action may remove it
            try {
                action.accept(member);
            } catch (Throwable failure) { // the others must not suffer
                LOG.log(System.Logger.Level.ERROR, "a connection failed and is closed", failure);
                member.kill();
            }
        }
    }

    /**
     * An array for what will be sent at the end of the turn, of {@link #LITTLE} bytes if that is enough, else a scratch array;
     * {@link #endGathering} follows. If many connections gather, the first of them hands over what it has, so that few arrays
     * are in use however many connections send in one turn.
     */
    byte[] beginGathering(Output out, int least) {
        boolean few = least <= LITTLE;
        ArrayDeque<Output> others = few ? gatheringLittle : gathering;
        Output first = others.size() < (few ? MOST_GATHERING_LITTLE : MOST_GATHERING) ? null : others.pollFirst();
        if (first != null) {
            first.hand();
        }
        others.addLast(out);
        return few ? take(little, LITTLE) : takeScratch();
    }

    void endGathering(Output out, byte[] array) {
        boolean _ = (array.length == LITTLE ? gatheringLittle : gathering).removeFirstOccurrence(out);
        giveScratch(array);
    }

    private static byte[] take(ArrayDeque<byte[]> kept, int size) {
        byte[] last = kept.pollLast();
        return last != null ? last : new byte[size];
    }

    byte[] takeScratch() {
        return take(scratch, SCRATCH);
    }

    void giveScratch(byte[] array) {
        if (array.length == SCRATCH && scratch.size() < SCRATCH_KEPT) {
            scratch.addLast(array);
        } else if (array.length == LITTLE && little.size() < MOST_GATHERING_LITTLE) {
            little.addLast(array);
        } else if (array.length == BULK && bulk.size() < BULK_KEPT) {
            bulk.addLast(array);
        }
    }

    /** Sixteen bytes for what is written in two steps, until the next one does so. */
    public byte[] small() {
        return small;
    }

    /** As {@link #takeScratch}, of {@link #BULK} bytes. */
    byte[] takeBulk() {
        return take(bulk, BULK);
    }
}
