package dev.weir.sql;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** The threads that work for databases, virtual ones, too. */
public final class LeftThreads {
    private static final String OURS =
            "(?s).*(dev\\.weir\\.(sql\\.jdbc|postgres\\.copy)|\"weir-(postgres|notifications)).*";

    private LeftThreads() {}

    /** Waits until no thread runs a statement or a copy, and no engine is left. */
    public static void await() {
        EngineLaws.await(() -> "threads are left:\n" + all(), () -> !all().matches(OURS));
    }

    private static String all() {
        try {
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
