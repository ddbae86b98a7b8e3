package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class SerialTest {
    /** Fails on the thread that has made it. */
    private static final class Broken extends Handler {
        private final Thread here = Thread.currentThread();
        private int told;

        @Override
        public void publish(LogRecord line) {
            if (Thread.currentThread() == here) {
                told++;
                throw new AssertionError("a handler's");
            }
        }

        @Override
        public void flush() {
            // nothing is kept back
        }

        @Override
        public void close() {
            // nothing is held
        }
    }

    @Test
    void aLogThatFailsHoldsNobodyUp() {
        List<String> ran = new ArrayList<>();
        Serial serial = new Serial();
        Logger log = Logger.getLogger("dev.weir.net");
        Broken broken = new Broken();
        log.addHandler(broken);
        try {
            serial.execute(() -> {
                serial.execute(() -> ran.add("second"));
                throw new IllegalStateException("test");
            });
            serial.execute(() -> ran.add("third"));
        } finally {
            log.removeHandler(broken);
        }
        assertEquals(1, broken.told);
        assertEquals(List.of("second", "third"), ran);
    }
}
