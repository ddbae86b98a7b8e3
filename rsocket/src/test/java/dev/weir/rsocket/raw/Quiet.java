package dev.weir.rsocket.raw;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test in which we or Netty logged a warning or an error: what a peer sends is no reason for one. */
final class Quiet extends Handler implements BeforeEachCallback, AfterEachCallback {
    private static final List<Logger> LOGGERS = List.of(Logger.getLogger("dev.weir"), Logger.getLogger("io.netty"));

    private final List<String> said = new CopyOnWriteArrayList<>();

    @Override
    public void publish(LogRecord line) {
        if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
            said.add(line.getLoggerName() + ": " + line.getMessage() + " " + line.getThrown());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public void beforeEach(ExtensionContext context) {
        said.clear();
        LOGGERS.forEach(logger -> logger.addHandler(this));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        LOGGERS.forEach(logger -> logger.removeHandler(this));
        assertEquals(List.of(), said);
    }
}
