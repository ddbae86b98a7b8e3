package dev.weir.rsocket;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What RSocket logs, from DEBUG on, until it is closed. */
final class KeptLog implements AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger("dev.weir.rsocket");

    private final @Nullable Level before = LOGGER.getLevel();
    private final boolean passedOn = LOGGER.getUseParentHandlers();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    final BlockingQueue<LogRecord> lines = new LinkedBlockingQueue<>();

    KeptLog() {
        handler.setLevel(Level.ALL);
        LOGGER.setLevel(Level.ALL);
        LOGGER.setUseParentHandlers(false);
        LOGGER.addHandler(handler);
    }

    /** With the causes, for a test to say why it has failed. */
    @Override
    public String toString() {
        SimpleFormatter formatter = new SimpleFormatter();
        return lines.stream().map(formatter::format).collect(Collectors.joining());
    }

    @Override
    public void close() {
        LOGGER.removeHandler(handler);
        LOGGER.setUseParentHandlers(passedOn);
        LOGGER.setLevel(before);
    }
}
