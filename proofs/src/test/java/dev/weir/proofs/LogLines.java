package dev.weir.proofs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Collects what is logged under one name while it is open, in place of printing it. */
public final class LogLines extends Handler implements AutoCloseable {
    private final Logger logger;
    private final SimpleFormatter formatter = new SimpleFormatter();
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    private LogLines(Logger logger) {
        this.logger = logger;
    }

    public static LogLines of(String name) {
        Logger logger = Logger.getLogger(name);
        LogLines collecting = new LogLines(logger);
        logger.addHandler(collecting);
        logger.setUseParentHandlers(false);
        return collecting;
    }

    /** Each line as {@code LEVEL message}. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** Nothing below this level is logged. */
    public LogLines from(Level level) {
        logger.setLevel(level);
        return this;
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
