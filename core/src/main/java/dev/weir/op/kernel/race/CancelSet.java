package dev.weir.op.kernel.race;

import dev.weir.Cancellable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What runs side by side, so that all can be cancelled; one that comes after that is cancelled at once.
 */
public final class CancelSet implements Cancellable {
    private static final int SMALL = 4;

    /** What can be in such a set: it remembers its place there, which is -1 at first. */
    public interface Member extends Cancellable {
        int place();

        void place(int place);
    }

    private @Nullable Member[] running = {};
    private int size;
    private volatile boolean cancelled;

    /** False if it was cancelled. */
    public boolean add(Member member) {
        synchronized (this) {
            if (!cancelled) {
                if (size == running.length) {
                    running = Arrays.copyOf(running, Math.max(SMALL, size * 2));
                }
                member.place(size);
                running[size++] = member;
                return true;
            }
        }
        member.cancel();
        return false;
    }

    public synchronized void remove(Member member) {
        int place = member.place();
        if (place < 0 || cancelled) {
            return;
        }
        Member last = running[--size];
        running[size] = null;
        if (last != null && last != member) {
            running[place] = last;
            last.place(place);
        }
        member.place(-1);
    }

    public boolean isCancelled() {
        return cancelled;
    }

    @Override
    public void cancel() {
        @Nullable Member[] all;
        synchronized (this) {
            cancelled = true;
            all = running;
            running = new Member[0];
        }
        for (Member member : all) {
            if (member != null) {
                member.cancel();
            }
        }
    }
}
