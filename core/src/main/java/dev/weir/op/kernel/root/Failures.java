package dev.weir.op.kernel.root;

import dev.weir.Context;
import dev.weir.op.kernel.site.Site;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What failures tell: of themselves, of each other, and of the place where they were made. */
public final class Failures {
    private static final Pattern LAMBDA = Pattern.compile("\\$\\$Lambda.*");
    private static final int MOST_SUPPRESSED = 16; // a failure may be kept, and go wrong again and again
    private static final int DEEPEST = 16; // causes can go round in a circle
    private static final String OWN_FRAMES = "dev.weir.op.";

    /** By their identity, those that several wait for. Each of them gets the same object, so nobody may write into it. */
    static final Map<Integer, WeakReference<Throwable>> SHARED = new ConcurrentHashMap<>();

    private Failures() {}

    // ---------------------------------------------------------------- one failure and another

    /**
     * Attaches what went wrong while the failure was handled; false if there is no room: there is for a few, and none in
     * one that takes none.
     */
    public static boolean suppress(Throwable failure, Throwable other) {
        int before = failure.getSuppressed().length;
        if (other == failure || isShared(failure) || before >= MOST_SUPPRESSED) {
            return false;
        }
        failure.addSuppressed(other);
        return failure.getSuppressed().length > before;
    }

    /** As {@link #suppress}; what there is no room for is reported as dropped. */
    public static void attach(Throwable failure, Throwable other, Context context) {
        Dropped.report(other == failure || suppress(failure, other) ? null : other, context);
    }

    /** Calls an action for the failure: what it throws is attached to that. */
    public static void tell(Throwable failure, Consumer<? super Throwable> action, Context context) {
        try {
            action.accept(failure);
        } catch (Throwable thrown) {
            attach(failure, thrown, context);
        }
    }

    /** What the supplier supplies, or throws. */
    public static Throwable supplied(Supplier<? extends Throwable> supplier) {
        try {
            return Objects.requireNonNull(supplier.get(), "fail: the supplier returned null");
        } catch (Throwable thrown) {
            return thrown;
        }
    }

    /** What goes on if a function that should have recovered from the failure has thrown. */
    public static Throwable replaced(Throwable failure, Throwable thrown) {
        suppress(thrown, failure);
        return thrown;
    }

    /** Nobody writes into the failure from now on: it goes to several. */
    public static Throwable shared(Throwable failure) {
        withoutOwnFrames(failure);
        SHARED.put(System.identityHashCode(failure), new WeakReference<>(failure));
        if (SHARED.size() % 256 == 0) { // now and then
            SHARED.values().removeIf(kept -> kept.refersTo(null));
        }
        return failure;
    }

    public static boolean isShared(Throwable failure) {
        WeakReference<Throwable> kept = SHARED.isEmpty() ? null : SHARED.get(System.identityHashCode(failure));
        return kept != null && kept.refersTo(failure);
    }

    /** What the stage of a future failed with, without what the future has put around it. */
    public static Throwable unwrapped(Throwable failure) {
        Throwable inner = failure;
        for (int depth = 0; depth < DEEPEST && inner instanceof CompletionException; depth++) {
            inner = Objects.requireNonNullElse(inner.getCause(), inner);
        }
        return inner;
    }

    /** Whether the failure, or what caused it, is of the type. */
    public static boolean isCausedBy(Class<? extends Throwable> type, Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; depth < DEEPEST && cause != null && !type.isInstance(cause); depth++) {
            cause = cause.getCause();
        }
        return type.isInstance(cause);
    }

    // ---------------------------------------------------------------- throwing

    /** What a method that waited for this throws: a checked exception is wrapped, an error thrown at once. */
    public static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException unchecked ? unchecked : new CompletionException(failure);
    }

    /** Whether the JVM may not survive it. A stack that has overflowed is there again when it has been left. */
    public static boolean isFatal(Throwable failure) {
        return failure instanceof VirtualMachineError && !(failure instanceof StackOverflowError);
    }

    /** Whether it satisfies the filter of an operator that recovers: nobody goes on after what the JVM may not survive. */
    public static boolean isMet(Predicate<? super Throwable> filter, Throwable failure) {
        return !isFatal(failure) && filter.test(failure);
    }

    /** To be called when the stream has been told: what the JVM may not survive is for the thread, too. */
    public static void throwIfFatal(@Nullable Throwable failure) {
        if (failure instanceof Error error && isFatal(error)) {
            throw error;
        }
    }

    // ---------------------------------------------------------------- the place

    /** Notes in the failure at which stage of which pipeline it was made, unless it tells that already. */
    public static Throwable noted(Origin origin) {
        Throwable failure = origin.failure();
        boolean told = false;
        for (Throwable suppressed : failure.getSuppressed()) {
            told |= suppressed instanceof StageNote;
        }
        if (!told && (origin.hasStage() || !origin.pipeline().isEmpty()) && !isShared(failure)) {
            failure.addSuppressed(new StageNote(origin));
        }
        return failure;
    }

    /** {@code  in pipeline "NAME"}, with the space before it; nothing if it has no name. */
    public static String inPipeline(String name) {
        return name.isEmpty() ? "" : " in pipeline \"" + name + '"';
    }

    /**
     * Takes this library's frames out of the failure's trace, before it leaves the pipeline: they say nothing to the
     * user, and which of them the JVM shows depends on what has run before.
     */
    public static Throwable withoutOwnFrames(Throwable failure) {
        List<StackTraceElement> frames = new ArrayList<>(List.of(failure.getStackTrace()));
        if (frames.removeIf(frame -> frame.getClassName().startsWith(OWN_FRAMES)) && !isShared(failure)) {
            failure.setStackTrace(frames.toArray(new StackTraceElement[0]));
        }
        return failure;
    }

    /** A line below a failure that tells where it was made; it is put together when somebody reads it. */
    private static final class StageNote extends Exception {
        private static final long serialVersionUID = 1;

        private final transient Origin origin;

        StageNote(Origin origin) {
            super(null, null, false, false);
            this.origin = origin;
        }

        @Override
        public String getMessage() {
            Class<?> stage = origin.stage();
            Class<?> function = origin.function();
            String pipeline = origin.pipeline();
            if (stage == null || !origin.hasStage()) {
                return "in pipeline \"" + pipeline + '"';
            }
            String of = pipeline.isEmpty() ? "" : " of pipeline \"" + pipeline + '"';
            Site.Place place = function == null ? null : Site.place(function);
            if (place == null) {
                Class<?> own = function != null && function.getName().startsWith(OWN_FRAMES) ? function : null;
                String name = function == null || own != null ? "" : " (" + function.getName() + ')';
                return "at stage " + Names.of(own == null ? stage : own)
                        + LAMBDA.matcher(name).replaceFirst(")") + of;
            }
            StackTraceElement caller = place.caller();
            String method = caller.getClassName() + '.' + caller.getMethodName();
            String line = caller.getFileName() == null ? method : caller.getFileName() + ':' + caller.getLineNumber();
            return "at stage " + place.method() + " (" + line + ')' + of + ", in " + method;
        }

        @Override
        public String toString() {
            return getMessage();
        }

        private Object writeReplace() {
            Exception plain = new Exception(getMessage());
            plain.setStackTrace(new StackTraceElement[0]);
            return plain;
        }
    }
}
