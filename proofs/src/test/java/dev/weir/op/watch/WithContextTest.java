package dev.weir.op.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class WithContextTest {
    private static final Context.Key<String> USER = Context.Key.of("user");

    private final List<Context> seen = new ArrayList<>();

    @Test
    void laws() {
        OperatorLaws.check(many -> many.withContext(context -> context.with(USER, "ada")));
        OperatorLaws.check(many -> many.named("orders").filter(i -> i % 2 == 0));
        OperatorLaws.checkFunction((many, fault) ->
                many.concatMap(i -> Many.of(i).withContext(context -> fault.at(i, context))));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).named("orders"));
    }

    @Test
    void theStagesAboveSeeIt() {
        assertEquals(
                "ada",
                contextOf(Many.deferContextual(Many::of).map(c -> c).withContext(c -> c.with(USER, "ada")))
                        .get(USER));
        assertEquals(
                "orders",
                contextOf(Many.deferContextual(Many::of).named("orders")).name());
    }

    @Test
    void theNearestCounts() {
        Many<Context> many = Many.deferContextual(Many::of)
                .withContext(c -> c.with(USER, "ada"))
                .withContext(c -> c.with(USER, "bob").withName("b"));
        assertEquals("ada", contextOf(many).get(USER));
        assertEquals("b", contextOf(many).name());
        assertEquals(
                "near",
                contextOf(Many.deferContextual(Many::of).named("near").named("far"))
                        .name());
    }

    @Test
    void theStagesBelowDoNotSeeIt() {
        Context outer = Context.empty();
        Many<Integer> many = noting(noting(Many.of(1)).withContext(c -> c.with(USER, "ada")));
        Probe.subscribeTo(many, outer);
        assertSame(outer, seen.get(0));
        assertEquals("ada", seen.get(1).get(USER));
    }

    @Test
    void isCapturedOncePerSubscription() {
        List<Context> made = new ArrayList<>();
        Many<Context> many = Many.deferContextual(Many::of)
                .flatMap(first -> Many.deferContextual(Many::of).map(inner -> {
                    assertSame(first, inner);
                    return inner;
                }))
                .publishOn(Runnable::run)
                .withContext(context -> {
                    made.add(context.with(USER, "ada"));
                    return made.getLast();
                });
        assertSame(contextOf(many), made.get(0));
        assertSame(contextOf(many), made.get(1));
        assertEquals(2, made.size());
        assertNotSame(made.get(0), made.get(1));
    }

    @Test
    void aFunctionThatThrowsOrReturnsNullFails() {
        IllegalStateException broken = new IllegalStateException();
        Probe.subscribeTo(Many.of(1).withContext(context -> {
                    throw broken;
                }))
                .assertFailed(broken::equals);
        Probe.subscribeTo(Many.of(1).withContext(context -> null)).assertFailed(NullPointerException.class);
    }

    private static Context contextOf(Many<Context> many) {
        return Probe.subscribeTo(many).assertCompleted().items().getFirst();
    }

    private <T> Many<T> noting(Many<T> many) {
        return many.withContext(context -> {
            seen.add(context);
            return context;
        });
    }

    @Test
    void aFunctionThatThrowsIsTheStageOfTheFailure() {
        Many<Integer> many = Many.of(1).withContext(context -> {
            throw new IllegalStateException("broken");
        });
        assertEquals("withContext", stageOf(many));
        assertEquals("withContext", stageOf(many.map(i -> i)));
    }

    @Test
    void aFailureAboveItKeepsItsPlace() {
        Many<Integer> many = Many.of(1).map(i -> i / (i - 1)).named("above").filter(i -> true);
        assertEquals("map", stageOf(many));
    }

    private static String stageOf(Many<Integer> many) {
        Throwable failure = Probe.subscribeTo(many).failure();
        return failure.getSuppressed()[0].getMessage().split(" ")[2];
    }
}
