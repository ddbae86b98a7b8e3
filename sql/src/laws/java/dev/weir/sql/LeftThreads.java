package dev.weir.sql;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** The threads that work for databases, virtual ones, too. */
public final class LeftThreads {
    private static final String OURS =
            "(?s).*(dev\\.weir\\.(sql\\.jdbc|postgres\\.copy)|\"weir-(postgres|notifications)).*";

    private static final long PAUSE_NANOS = 20_000_000;

    private LeftThreads() {}

    /** Waits until no thread runs a statement or a copy, and no engine is left. */
    public static void await() {
        EngineLaws.await(() -> "threads are left:\n" + all(), () -> !all().matches(OURS));
    }

    private static String all() {
        try {
            LockSupport.parkNanos(PAUSE_NANOS); // as few as may be: one has crashed JDK 25.0.3, as a thread ended in it
            Path folder = Files.createTempDirectory("weir-threads");
            Path dump = folder.resolve("dump.txt");
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
            String threads = Files.readString(dump);
            Files.delete(dump);
            Files.delete(folder);
            return threads;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
