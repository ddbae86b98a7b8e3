package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceTest {
    private static <T extends Throwable> T at(T failure, String... classes) {
        failure.setStackTrace(Arrays.stream(classes)
                .map(name -> new StackTraceElement(name, "call", "F.java", 1))
                .toArray(StackTraceElement[]::new));
        return failure;
    }

    private static List<String> classes(Throwable failure) {
        return Arrays.stream(failure.getStackTrace())
                .map(StackTraceElement::getClassName)
                .toList();
    }

    @Test
    void cutsWhatIsBelowUsers() {
        Throwable failure = at(
                new IllegalStateException("x"),
                "java.util.Objects",
                "app.Orders",
                "dev.weir.net.http.Serving",
                "io.netty.A",
                "dev.weir.net.http.server.Http2Order",
                "io.netty.B",
                "java.lang.Thread");
        assertSame(failure, Trace.cut(failure));
        assertEquals(List.of("java.util.Objects", "app.Orders"), classes(failure));
    }

    @Test
    void cutsNettyBelowOurs() {
        Throwable failure =
                at(new IllegalStateException("x"), "dev.weir.One", "dev.weir.net.A", "io.netty.B", "java.lang.Thread");
        assertEquals(List.of("dev.weir.One", "dev.weir.net.A", "java.lang.Thread"), classes(Trace.cut(failure)));
    }

    @Test
    void keepsWhereNettyFailed() {
        Throwable failure = at(new RuntimeException("x"), "sun.nio.ch.Net", "io.netty.A", "dev.weir.B", "io.netty.C");
        assertEquals(List.of("sun.nio.ch.Net", "io.netty.A", "dev.weir.B"), classes(Trace.cut(failure)));
        Throwable theirs = at(new RuntimeException("x"), "io.netty.A", "java.lang.Thread");
        assertEquals(List.of("io.netty.A", "java.lang.Thread"), classes(Trace.cut(theirs)));
        assertEquals(List.of(), classes(Trace.cut(at(new RuntimeException("x")))));
    }

    @Test
    void peersLeaveNoTrace() {
        assertEquals(List.of(), classes(Trace.none(at(new RuntimeException("x"), "dev.weir.net.tcp.Reads", "app.A"))));
    }

    @Test
    void cutsCausesAndSuppressedOnesEvenInCircles() {
        Exception cause = at(new Exception("cause"), "app.A", "io.netty.B");
        Exception suppressed = at(new Exception("suppressed"), "app.C", "io.netty.D");
        Exception failure = at(new Exception("x", cause), "app.E", "io.netty.F");
        failure.addSuppressed(suppressed);
        suppressed.initCause(failure);
        var _ = Trace.cut(failure);
        assertEquals(List.of("app.A"), classes(cause));
        assertEquals(List.of("app.C"), classes(suppressed));
        assertEquals(List.of("app.E"), classes(failure));
    }
}
