package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.run.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What a function takes for the stream that it makes is let go by that stream's end, also if all is cancelled while the function
 * runs, and wherever the stack ends.
 */
class TakenForOnesTest {
    private static final Map<String, Function<Places, One<?>>> ROWS = new LinkedHashMap<>();

    static {
        ROWS.put("defer", places -> One.defer(places::one));
        ROWS.put("deferContextual", places -> One.deferContextual(_ -> places.one()));
        ROWS.put("flatMap", places -> One.of(1).flatMap(_ -> places.one()));
        ROWS.put("delayUntil", places -> One.of(1).delayUntil(_ -> places.one()));
        ROWS.put("orElse", places -> One.<Integer>of(null).orElse(places::one));
        ROWS.put("onErrorResume", places -> failed().onErrorResume(_ -> places.one()));
        ROWS.put(
                "flatMapMany",
                places -> One.of(1).flatMapMany(_ -> places.many()).count());
        ROWS.put("Many.defer", places -> Many.defer(places::many).count());
    }

    private static One<Integer> failed() {
        return One.fail(IllegalStateException::new);
    }

    @TestFactory
    Stream<DynamicTest> whatIsTakenIsLetGo() {
        return ROWS.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    for (int depth = 0; depth <= Step.DEEPEST + 4; depth++) {
                        Places places = new Places();
                        places.cancelInside(behind(depth, row.getValue().apply(places)));
                        assertEquals(1, places.taken, "at depth " + depth);
                        assertEquals(1, places.letGo, "at depth " + depth);
                    }
                }));
    }

    /** So it is with what is open only until a value has been handled. */
    @Test
    void whatAValueBelongsToIsOpenWhileItsFunctionIsCalled() {
        for (int depth = 0; depth <= Step.DEEPEST + 4; depth++) {
            List<Object> order = new ArrayList<>();
            One<Integer> one = Many.using(() -> "rows", _ -> Many.of(1, 2), _ -> order.add("closed"))
                    .first()
                    .flatMap(i -> {
                        order.add(i);
                        return One.of(i);
                    });
            var _ = behind(depth, one).subscribe(_ -> {});
            assertEquals(List.of(1, "closed"), order, "at depth " + depth);
        }
    }

    /** It is no value of the pipeline's. */
    @Test
    void whatIsToBeginIsNotToldAsUndelivered() {
        for (int depth = 0; depth <= Step.DEEPEST + 4; depth++) {
            List<Object> told = new ArrayList<>();
            Places places = new Places();
            One<?> deep = behind(depth, One.of(2).doOnSubscribe(() -> {}));
            places.cancelInside(One.defer(() -> {
                        places.take();
                        return deep;
                    })
                    .onUndelivered(Object.class, told::add));
            assertTrue(told.isEmpty() || told.equals(List.of(2)), "at depth " + depth + ": " + told);
        }
    }

    /** So many steps before it on the stack; a chain of as many would be cut. */
    private static One<?> behind(int depth, One<?> one) {
        One<?> deep = depth % 2 == 0 ? one : one.map(value -> value);
        for (int i = 0; i < depth / 2; i++) {
            One<?> next = deep;
            deep = One.defer(() -> next.map(value -> value));
        }
        return deep;
    }

    private static final class Places {
        private final CompletableFuture<Integer> start = new CompletableFuture<>();
        private Cancellable subscription = () -> {};
        private int taken;
        private int letGo;

        One<Integer> one() {
            take();
            return One.<Integer>never().doFinally(_ -> letGo++);
        }

        Many<Integer> many() {
            take();
            return Many.<Integer>never().doFinally(_ -> letGo++);
        }

        private void take() {
            taken++;
            subscription.cancel();
        }

        void cancelInside(One<?> one) {
            subscription = One.from(() -> start).flatMap(_ -> one).subscribe(_ -> {});
            start.complete(1);
        }
    }
}
