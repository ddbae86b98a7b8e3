package dev.weir.op.kernel.root;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the stack flat: a task that is given to it inside another one, on the same thread, runs when that one has
 * returned, and before what was left by those that ran before: in the order of calls. Who goes deep goes through here now
 * and then, every {@link #DEEPEST} levels.
 */
public final class Trampoline {
    /** How many stages, or what takes as much of the stack, may be on top of each other. */
    public static final int DEEPEST = 128;

    private static final int DEEPEST_TELLING = 8;

    private static final ThreadLocal<@Nullable Trampoline> CURRENT = new ThreadLocal<>();

    /** The weights of the calls of {@link #runAll} that are on the stack. */
    private static final ThreadLocal<int[]> TELLING = ThreadLocal.withInitial(() -> new int[1]);

    /** Whether a trampoline was ever needed: until then nobody has to look for one. */
    private static boolean used;

    private final List<Runnable> later = new ArrayList<>(); // the next is the last, but for what was just left
    private int others; // so many of these were left by others than the task that runs

    /** Runs the task now, or, inside another one, when that has returned. */
    public static void run(Runnable task) {
        Trampoline current = CURRENT.get();
        if (current != null) {
            current.later.add(Carried.within(task));
            return;
        }
        used = true;
        Trampoline made = new Trampoline();
        CURRENT.set(made);
        made.later.add(task);
        Throwable thrown = null;
        try {
            while (!made.later.isEmpty()) {
                Collections.reverse(made.later.subList(made.others, made.later.size()));
                made.others = made.later.size() - 1;
                try {
                    made.later.removeLast().run();
                } catch (Throwable failure) { // of this task alone: the others may be other pipelines'
                    thrown = thrown != null && Failures.isFatal(thrown) ? thrown : failure;
                }
            }
        } finally {
            CURRENT.remove();
        }
        if (thrown != null) {
            throw Failures.unchecked(thrown);
        }
    }

    /** Whether the task that runs has left something, which comes before what it would begin now. */
    public static boolean isBehind() {
        Trampoline current = used ? CURRENT.get() : null;
        return current != null && current.later.size() > current.others;
    }

    /** Runs the task now, also inside another one. */
    public static void now(Runnable task) {
        Trampoline outer = leave();
        try {
            task.run();
        } finally {
            back(outer);
        }
    }

    /**
     * Runs the action with each, now, and whatever is thrown for one; inside some such calls, when the outer ones have
     * returned, so that the stack stays flat.
     *
     * @param weight how much of the stack an action may take: those on it add up to 8 at most, what comes beyond waits
     */
    public static <E> void runAll(int weight, Collection<E> all, Consumer<? super E> action) {
        int[] telling = TELLING.get();
        telling[0] += weight;
        try {
            if (telling[0] > DEEPEST_TELLING) {
                run(() -> all.forEach(each -> run(() -> action.accept(each))));
            } else if (all.size() == 1) {
                action.accept(all.iterator().next());
            } else {
                now(() -> run(() -> all.forEach(each -> run(() -> action.accept(each)))));
            }
        } finally {
            telling[0] -= weight;
        }
    }

    /**
     * For the start of a subscription that is nobody's part: whoever begins it may wait for its end, so none of it must
     * be left for when the caller has returned. Returns what {@link #back} takes.
     */
    public static @Nullable Trampoline leave() {
        Trampoline outer = used ? CURRENT.get() : null;
        if (outer != null) {
            CURRENT.remove();
        }
        return outer;
    }

    public static void back(@Nullable Trampoline outer) {
        if (outer != null) {
            CURRENT.set(outer);
        }
    }
}
