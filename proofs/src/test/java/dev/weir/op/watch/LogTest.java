package dev.weir.op.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.proofs.LogLines;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class LogTest {
    @Test
    void laws() {
        try (LogLines _ = LogLines.of("dev.weir.orders")) {
            OperatorLaws.check(many -> many.log("orders"));
            OperatorLaws.check(many -> many.log("orders").filter(i -> i % 2 == 0));
        }
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        LogLines quiet = LogLines.of("dev.weir.tck").from(Level.OFF);
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).log("tck")).onClose(quiet::close);
    }

    @Test
    void logsEachSignal() {
        assertEquals(
                List.of(
                        "INFO [orders] subscribe",
                        "INFO [orders] request 1",
                        "INFO [orders] next 1000",
                        "INFO [orders] request unbounded",
                        "INFO [orders] next b{0}",
                        "INFO [orders] complete"),
                logged(
                        many -> {
                            Probe<Object> probe = Probe.subscribeTo(many, 1);
                            probe.request(Long.MAX_VALUE);
                        },
                        Many.of(1000, "b{0}")));
    }

    @Test
    void logsAFailureAndACancellation() {
        assertEquals(
                List.of(
                        "INFO [orders] subscribe",
                        "INFO [orders] request unbounded",
                        "INFO [orders] error java.lang.IllegalStateException: broken"),
                logged(Probe::subscribeTo, Many.fail(() -> new IllegalStateException("broken"))));
        assertEquals(
                List.of("INFO [orders] subscribe", "INFO [orders] request 1", "INFO [orders] cancel"),
                logged(many -> Probe.subscribeTo(many, 1).cancel(), Many.never()));
    }

    private static List<String> logged(Consumer<Many<Object>> use, Many<Object> many) {
        try (LogLines log = LogLines.of("dev.weir.orders")) {
            use.accept(many.log("orders"));
            String here = " (on " + Thread.currentThread().getName() + ")";
            return log.lines().stream()
                    .map(line -> line.endsWith(here) ? line.substring(0, line.length() - here.length()) : line)
                    .toList();
        }
    }

    @Test
    void tellsThePipelineAndTheThread() throws Exception {
        Thread unnamed = Thread.ofVirtual()
                .unstarted(() -> Many.of(1, 2)
                        .publishOn(task -> Thread.ofVirtual().name("other").start(task))
                        .take(1)
                        .log("orders")
                        .named("day")
                        .toList()
                        .await());
        try (LogLines log = LogLines.of("dev.weir.orders")) {
            unnamed.start();
            unnamed.join();
            assertEquals(
                    List.of(
                            "INFO [day/orders] subscribe (on #" + unnamed.threadId() + ")",
                            "INFO [day/orders] request unbounded (on #" + unnamed.threadId() + ")",
                            "INFO [day/orders] next 1 (on other)",
                            "INFO [day/orders] complete (on other)"),
                    log.lines());
        }
    }
}
