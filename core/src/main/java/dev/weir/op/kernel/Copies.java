package dev.weir.op.kernel;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Defines copies of classes, no more at a time than {@code -Dweir.tailor} says: {@code off}, or a number, 4096 if it
 * isn't set. Where classes can't be defined, as in a native image, there are none.
 */
final class Copies {
    private static final int MOST = 4_096;
    private static final int LIMIT = limit(System.getProperty("weir.tailor", String.valueOf(MOST)));
    private static final Set<Reference<?>> LIVE = ConcurrentHashMap.newKeySet();
    private static final ReferenceQueue<Class<?>> UNLOADED = new ReferenceQueue<>();

    private static final ClassValue<@Nullable Pattern> PATTERNS = new ClassValue<>() {
        @Override
        protected @Nullable Pattern computeValue(Class<?> described) {
            try {
                return LIMIT == 0 ? null : Pattern.of(described);
            } catch (ReflectiveOperationException | IOException | RuntimeException e) {
                log(Level.DEBUG, "no copies of what " + described + " describes: it runs as it is", e);
                return null;
            }
        }
    };

    private Copies() {}

    static int limit(String setting) {
        if (setting.equals("off")) {
            return 0;
        }
        try {
            return Integer.parseUnsignedInt(setting);
        } catch (NumberFormatException e) {
            log(Level.WARNING, "-Dweir.tailor=" + setting + " is neither off nor a number: it is " + MOST, null);
            return MOST;
        }
    }

    private static void log(Level level, String message, @Nullable Throwable failure) {
        System.getLogger("dev.weir").log(level, message, failure); // found when it is needed: that takes long
    }

    /** A new copy of what the class describes; null if there can be none. */
    static Pattern.@Nullable Copy of(Class<?> described) {
        for (Reference<?> gone = UNLOADED.poll(); gone != null; gone = UNLOADED.poll()) {
            LIVE.remove(gone);
        }
        Pattern pattern = LIVE.size() < LIMIT ? PATTERNS.get(described) : null;
        if (pattern == null) {
            return null;
        }
        try {
            Pattern.Copy copy = pattern.define();
            LIVE.add(new WeakReference<>(copy.type(), UNLOADED));
            return copy;
        } catch (ReflectiveOperationException | LinkageError | OutOfMemoryError | UnsupportedOperationException e) {
            log(Level.DEBUG, "no copy of what " + described + " describes: it runs as it is", e);
            return null;
        }
    }

    /** The function that a step calls, which tells its site; null if it has none. */
    static @Nullable Object function(Step<?> step) {
        Pattern pattern = PATTERNS.get(step.getClass());
        return pattern == null ? null : pattern.function(step);
    }
}
