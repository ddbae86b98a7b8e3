package dev.weir.net;

import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Takes what is logged, as a warning or worse if nothing else is said, until it is closed. */
public final class Logged extends Handler implements AutoCloseable {
    private final LinkedBlockingQueue<LogRecord> records = new LinkedBlockingQueue<>();
    private final Logger logger;
    private final Level least;
    private final Level before;

    private Logged(Logger logger, Level least) {
        this.logger = logger;
        this.least = least;
        this.before = logger.getLevel();
        if (!logger.isLoggable(least)) {
            logger.setLevel(least);
        }
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
    }

    public static Logged by(String name) {
        return by(name, Level.WARNING);
    }

    public static Logged by(String name, Level least) {
        return new Logged(Logger.getLogger(name), least);
    }

    /** The next one that has the text. */
    public LogRecord next(String part) throws InterruptedException {
        while (true) {
            LogRecord record = records.poll(120, TimeUnit.SECONDS);
            if (record == null) {
                throw new AssertionError("nothing was logged of " + part);
            }
            if (record.getMessage().contains(part)) {
                return record;
            }
        }
    }

    /** What was logged so far and nobody has taken. */
    public List<String> messages() {
        return records.stream().map(LogRecord::getMessage).toList();
    }

    @Override
    public void publish(LogRecord record) {
        if (record.getLevel().intValue() >= least.intValue()) {
            records.add(record);
        }
    }

    @Override
    public void flush() {
        // nothing is kept back
    }

    @Override
    public void close() {
        logger.setLevel(before);
        logger.setUseParentHandlers(true);
        logger.removeHandler(this);
    }
}
