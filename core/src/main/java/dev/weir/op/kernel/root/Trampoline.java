package dev.weir.op.kernel.root;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the stack flat: a task that is given to it inside another one, on the same thread, runs when that one has
 * returned. Who goes deep goes through here now and then, every {@link #DEEPEST} levels.
 */
public final class Trampoline {
    /** How many stages, or what takes as much of the stack, may be on top of each other. */
    public static final int DEEPEST = 128;

    private static final ThreadLocal<@Nullable Trampoline> CURRENT = new ThreadLocal<>();

    /** Whether a trampoline was ever needed: until then nobody has to look for one. */
    private static boolean used;

    private final ArrayDeque<Runnable> later = new ArrayDeque<>();

    private boolean tells; // several, one after the other

    private Trampoline() {}

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
        Throwable thrown = null;
        try {
            for (Runnable next = task; next != null; next = made.later.poll()) {
                try {
                    next.run();
                } catch (Throwable failure) { // of this task alone: the others may be other pipelines'
                    thrown = failure;
                }
            }
        } finally {
            CURRENT.remove();
        }
        if (thrown != null) {
            throw Failures.unchecked(thrown);
        }
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
     * Runs the action with each, now, and whatever is thrown for one; inside such an action, of several again, behind those
     * that are left, so that the stack stays flat.
     */
    public static <E> void runAll(Collection<E> all, Consumer<? super E> action) {
        Trampoline outer = CURRENT.get();
        if (all.size() == 1) {
            action.accept(all.iterator().next());
        } else if (outer != null && outer.tells) {
            all.forEach(each -> run(() -> action.accept(each)));
        } else {
            now(() -> run(() -> {
                Objects.requireNonNull(CURRENT.get()).tells = true;
                runAll(all, action);
            }));
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
