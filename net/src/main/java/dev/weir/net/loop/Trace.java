package dev.weir.net.loop;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a failure shows of how we came to call those who failed, which is the same for all: little, or nothing. */
public final class Trace {
    private static final StackTraceElement[] NOTHING = {};

    private Trace() {}

    /** A failure of the peer's, or of the network: where in our code it was noticed tells nobody anything. */
    public static <T extends Throwable> T none(T failure) {
        failure.setStackTrace(NOTHING);
        return failure;
    }

    /**
     * The failure without what lies below the user's code, or without Netty's frames below ours if it is not of the user's
     * code; so are its causes. Nobody else has it yet, or has it any more.
     */
    public static Throwable cut(Throwable failure) {
        cut(failure, Collections.newSetFromMap(new IdentityHashMap<>()));
        return failure;
    }

    private static void cut(@Nullable Throwable failure, Set<Throwable> done) {
        if (failure == null || !done.add(failure)) {
            return;
        }
        StackTraceElement[] frames = failure.getStackTrace();
        int users = frames.length;
        while (users > 0 && !isOfUsers(frames[users - 1])) {
            users--;
        }
        failure.setStackTrace(users > 0 ? Arrays.copyOf(frames, users) : withoutCallers(frames));
        cut(failure.getCause(), done);
        for (Throwable other : failure.getSuppressed()) {
            cut(other, done);
        }
    }

    private static StackTraceElement[] withoutCallers(StackTraceElement[] frames) {
        int from = 0;
        while (from < frames.length && (isOfNetty(frames[from]) || isOfJdk(frames[from]))) {
            from++;
        }
        StackTraceElement[] kept = frames.clone();
        int count = from;
        for (int i = from; i < frames.length; i++) {
            if (!isOfNetty(frames[i])) {
                kept[count++] = frames[i];
            }
        }
        return Arrays.copyOf(kept, count);
    }

    private static boolean isOfUsers(StackTraceElement frame) {
        return !isOfNetty(frame) && !isOfJdk(frame) && !isOurs(frame);
    }

    private static boolean isOurs(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.startsWith("dev.weir.net.")
                || name.startsWith("dev.weir.rsocket.")
                || name.startsWith("dev.weir.op.")
                || name.equals("dev.weir.One")
                || name.equals("dev.weir.Many");
    }

    private static boolean isOfNetty(StackTraceElement frame) {
        return frame.getClassName().startsWith("io.netty.");
    }

    private static boolean isOfJdk(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.startsWith("java") || name.startsWith("jdk.") || name.startsWith("sun.");
    }
}
