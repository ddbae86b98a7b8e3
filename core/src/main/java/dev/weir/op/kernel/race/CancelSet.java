package dev.weir.op.kernel.race;

import dev.weir.Cancellable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What runs side by side, so that all can be cancelled; one that comes after that is cancelled at once.
 */
public class CancelSet implements Cancellable {
    private static final int SMALL = 4;

    /** What can be in such a set: it remembers its place there, which is -1 at first. */
    public interface Member extends Cancellable {
        int place();

        void place(int place);
    }

    private static final @Nullable Member[] NONE = {};

    private @Nullable Member[] running = NONE;
    private volatile int size; // written before `cancelled` is looked at; who cancels does it the other way round
    private volatile boolean cancelled;

    /** False if it was cancelled. */
    public final boolean add(Member member) {
        if (keep(member)) {
            return true;
        }
        member.cancel();
        return false;
    }

    private synchronized boolean keep(Member member) {
        int place = size;
        if (place == running.length) {
            running = Arrays.copyOf(running, Math.max(SMALL, place * 2));
        }
        member.place(place);
        running[place] = member;
        size = place + 1;
        boolean kept = !cancelled; // looked at once: who cancels later takes it from here
        if (!kept) {
            takeOut(member, place);
        }
        return kept;
    }

    public final synchronized void remove(Member member) {
        int place = member.place();
        if (place >= 0 && !cancelled) {
            takeOut(member, place);
        }
    }

    private void takeOut(Member member, int place) {
        int left = size - 1;
        Member last = running[left];
        running[left] = null;
        if (last != null && last != member) {
            running[place] = last;
            last.place(place);
        }
        member.place(-1);
        size = left;
    }

    public final boolean isCancelled() {
        return cancelled;
    }

    @Override
    public void cancel() {
        cancelled = true;
        if (size == 0) {
            return;
        }
        for (Member member : takeAll()) {
            if (member != null) {
                member.cancel();
            }
        }
    }

    private synchronized @Nullable Member[] takeAll() {
        @Nullable Member[] all = running;
        running = NONE;
        size = 0;
        return all;
    }
}
