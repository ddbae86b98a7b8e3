package dev.weir.testkit;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The threads that work or wait inside of a pipeline, virtual ones, too. */
final class ThreadsInside {
    private static final Pattern FIRST_LINES = Pattern.compile("(?m)^(?=#\\d+ )");
    private static final Pattern OURS = Pattern.compile("(?m)^\\s+(at )?(\\S*/)?dev\\.weir\\.");

    /** The clock, which ends by itself when no timer is left, and the log's count of failures that are alike. */
    private static final Pattern HOUSEKEEPING =
            Pattern.compile("\"weir-clock\"|(?m)^\\s+at (\\S*/)?dev\\.weir\\.op\\.kernel\\.root\\.Repeats\\.end\\(");

    /** Where the thread of an event loop also is while it has nothing to do. */
    private static final Pattern LOOP =
            Pattern.compile("(?m)^\\s+(at )?(\\S*/)?dev\\.weir\\.net\\.loop\\.(LoopThread|EpollHandler)\\.run\\(.*$");

    private ThreadsInside() {}

    /** Their stacks by their numbers, without the thread that asks. */
    static Map<Long, String> now() {
        Map<Long, String> stacks = new TreeMap<>();
        for (String stack : FIRST_LINES.splitAsStream(dump()).toList()) {
            if (stack.startsWith("#") && isInside(stack)) {
                stacks.put(Long.parseLong(stack.substring(1, stack.indexOf(' '))), stack.strip());
            }
        }
        stacks.remove(Thread.currentThread().threadId());
        return stacks;
    }

    private static boolean isInside(String stack) {
        return OURS.matcher(LOOP.matcher(stack).replaceAll("")).find()
                && !HOUSEKEEPING.matcher(stack).find();
    }

    private static String dump() {
        try {
            Path folder = Files.createTempDirectory("weir-threads");
            Path file = folder.resolve("dump.txt");
            try {
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                        .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
                return Files.readString(file);
            } finally {
                Files.deleteIfExists(file);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
