package dev.weir.docs;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What is logged while it is open, in place of printing it. */
final class Logged extends Handler implements AutoCloseable {
    private final Logger logger;
    private final SimpleFormatter formatter = new SimpleFormatter();
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private Logged(Logger logger) {
        this.logger = logger;
    }

    static Logged by(String name) {
        Logger logger = Logger.getLogger(name);
        Logged logged = new Logged(logger);
        logger.addHandler(logged);
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.ALL);
        return logged;
    }

    /** Each as {@code LEVEL message}. */
    List<String> lines() {
        return lines;
    }

    @Override
    public void publish(LogRecord line) {
        lines.add(line.getLevel() + " " + formatter.formatMessage(line));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
        logger.setLevel(null);
    }
}
