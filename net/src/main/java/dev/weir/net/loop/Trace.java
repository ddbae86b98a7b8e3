package dev.weir.net.loop;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the log shows of a failure: not how Netty came to call us, which is the same for all. */
public final class Trace {
    private Trace() {}

    /** The failure, which nobody but the log gets any more, without Netty's frames below ours; so are its causes. */
    public static Throwable cut(Throwable failure) {
        cut(failure, Collections.newSetFromMap(new IdentityHashMap<>()));
        return failure;
    }

    private static void cut(@Nullable Throwable failure, Set<Throwable> done) {
        if (failure == null || !done.add(failure)) {
            return;
        }
        StackTraceElement[] frames = failure.getStackTrace();
        int ours = 0;
        while (ours < frames.length && (isOfNetty(frames[ours]) || isOfJdk(frames[ours]))) {
            ours++;
        }
        failure.setStackTrace(without(frames, ours));
        cut(failure.getCause(), done);
        for (Throwable other : failure.getSuppressed()) {
            cut(other, done);
        }
    }

    private static StackTraceElement[] without(StackTraceElement[] frames, int from) {
        StackTraceElement[] kept = frames.clone();
        int count = from;
        for (int i = from; i < frames.length; i++) {
            if (!isOfNetty(frames[i])) {
                kept[count++] = frames[i];
            }
        }
        return Arrays.copyOf(kept, count);
    }

    private static boolean isOfNetty(StackTraceElement frame) {
        return frame.getClassName().startsWith("io.netty.");
    }

    private static boolean isOfJdk(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.startsWith("java") || name.startsWith("jdk.") || name.startsWith("sun.");
    }
}
