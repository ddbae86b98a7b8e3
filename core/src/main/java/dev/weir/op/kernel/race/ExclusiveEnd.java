package dev.weir.op.kernel.race;

import dev.weir.op.kernel.root.Atomics;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Lets the signals of a stream and a timer that may end it take turns. */
public final class ExclusiveEnd {
    /*
     * Even: nobody is inside. Odd: a signal is being handled. A timer that comes while the number is odd sets
     * `asked` and looks again; the signal, leaving, makes the number even and then reads `asked`. One of the two
     * sees the other.
     */
    private static final VarHandle NUMBER = Atomics.field(MethodHandles.lookup(), "number", long.class);
    private static final long OVER = -1;

    private volatile long number;
    private volatile boolean asked;

    /** Tells one pause between signals from the next; negative once it is over. */
    public long number() {
        return number;
    }

    /** Begins a signal; false if it is over. */
    public boolean enter() {
        long now = number;
        return now >= 0 && NUMBER.compareAndSet(this, now, now + 1);
    }

    /** Ends a signal; true if a timer came meanwhile. */
    public boolean leave() {
        long now = number;
        if (now < 0 || !NUMBER.compareAndSet(this, now, now + 1) || !asked) {
            return false;
        }
        asked = false;
        return true;
    }

    /** Ends it all, if it is still the pause of that number. */
    public boolean endAt(long pause) {
        return (pause & 1) == 0 && NUMBER.compareAndSet(this, pause, OVER);
    }

    /** Ends it all; false if it was over. */
    public boolean end() {
        return (long) NUMBER.getAndSet(this, OVER) != OVER;
    }

    /**
     * Asks the signal that is being handled to look at the time when it leaves; false if there is
     * none.
     */
    public boolean ask() {
        asked = true;
        return (number & 1) == 1;
    }
}
