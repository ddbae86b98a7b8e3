package dev.weir.op.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class DeferContextualTest {
    private static final Context.Key<String> USER = Context.Key.of("user");
    private static final Many<String> GREETING = Many.deferContextual(context -> Many.of("hello", context.get(USER)));

    @Test
    void laws() {
        OperatorLaws.checkSource(() -> Many.deferContextual(context -> Many.range(0, 5)));
        OperatorLaws.check(many -> Many.deferContextual(context -> many));
        OperatorLaws.checkFunction((many, fault) ->
                many.flatMap(i -> Many.deferContextual(context -> fault.at(i, Many.of(i)))));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.deferContextual(context -> Many.range(0, (int) Math.min(n, Integer.MAX_VALUE))));
    }

    @Test
    void seesTheContextOfEachSubscription() {
        Probe.subscribeTo(GREETING.withContext(context -> context.with(USER, "ada")))
                .assertItems("hello", "ada")
                .assertCompleted();
        Probe.subscribeTo(GREETING.map(String::length), Context.empty().with(USER, "bo"))
                .assertItems(5, 2)
                .assertCompleted();
    }

    @Test
    void seesItInAnInnerStreamToo() {
        assertEquals(
                "[hello, ada, hello, ada]",
                Many.range(0, 2)
                        .flatMap(i -> GREETING)
                        .withContext(context -> context.with(USER, "ada"))
                        .toList()
                        .await()
                        .toString());
    }

    @Test
    void aFunctionThatFailsFailsTheStream() {
        Probe.subscribeTo(Many.deferContextual(context -> {
                    throw new UnsupportedOperationException("no stream");
                }))
                .assertFailed(UnsupportedOperationException.class);
        Probe.subscribeTo(Many.deferContextual(context -> null))
                .assertFailed(failure -> "deferContextual: the function returned null where a stream is due"
                        .equals(failure.getMessage()));
    }
}
