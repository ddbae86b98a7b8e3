package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Many;
import dev.weir.Many.Unfolded;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Overflow;
import dev.weir.Retry;
import dev.weir.Sharing;
import dev.weir.op.kernel.Recorder;
import dev.weir.op.kernel.stage.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Who cancels inside the last item, as {@code take} does that needs no more, gets no other end after that.
 */
class LastItemTest {
    private static final int ITEMS = 3;

    private static Map<String, Many<Integer>> streams() {
        Many<Integer> items = Many.range(0, ITEMS);
        Map<String, Many<Integer>> rows = new Rows<>();
        rows.put("of", Many.of(0, 1, 2));
        rows.put("range", items);
        rows.put("a list", Many.from(List.of(0, 1, 2)));
        rows.put("a set", Many.from(new LinkedHashSet<>(List.of(0, 1, 2))));
        rows.put("a stream of the JDK", Many.fromStream(() -> Stream.of(0, 1, 2)));
        rows.put("unfold", Many.unfold(0, i -> i == ITEMS ? null : new Unfolded<>(i, i + 1)));
        rows.put("emitter", Many.emitter(Overflow.buffer(ITEMS), emitter -> {
            IntStream.range(0, ITEMS).forEach(emitter::next);
            emitter.complete();
        }));
        rows.put("using", Many.using(() -> 1, one -> items, one -> {}));
        rows.put("concat", Many.concat(Many.of(0), Many.of(1), Many.of(2)));
        rows.put("merge", Many.merge(items, Many.empty()));
        rows.put("zip", Many.zip(items, items, (a, b) -> a));
        rows.put("map", items.map(i -> i));
        rows.put("filter", items.filter(i -> i >= 0));
        rows.put("takeWhile", items.takeWhile(i -> i < ITEMS));
        rows.put("concatMap", items.concatMap(Many::of));
        rows.put("flatMap", items.flatMap(Many::of));
        rows.put("flatMap to a One", items.flatMap(i -> One.of(i).toMany()));
        rows.put("mapAsync", items.mapAsync(2, One::of));
        rows.put("mapAsyncUnordered by key", items.mapAsyncUnordered(2, i -> 0, One::of));
        rows.put("flatMapIterable", items.flatMapIterable(List::of));
        rows.put("gather", items.gather(Gatherers.scan(() -> 0, (last, i) -> i)));
        rows.put("publishOn", items.publishOn(Runnable::run));
        rows.put("timeout", items.timeout(Duration.ofMinutes(1)));
        rows.put("retry", items.retry(Retry.atMost(1)));
        rows.put("onErrorResume", items.onErrorResume(failure -> Many.empty()));
        rows.put("switchIfEmpty", items.switchIfEmpty(Many::empty));
        rows.put("takeLast", items.through(Operators.takeLast(ITEMS)));
        rows.put("buffer", items.buffer(1).map(List::getFirst));
        rows.put("buffer with a rest", items.buffer(2).map(List::size));
        rows.put("groupBy", items.groupBy(1, i -> 0).flatMap(Many.Group::items));
        rows.put("share", items.share());
        rows.put("replaying", items.share(Sharing.replaying(2)));
        rows.put("delayUntil", items.delayUntil(One::of));
        rows.put("distinct", items.distinct(9));
        rows.put("skipLast", items.through(Operators.skipLast(0)));
        rows.put("expand", items.through(Operators.expand(i -> Many.empty())));
        rows.put("limitRate", items.through(Operators.limitRate(2)));
        rows.put("switchMap", items.switchMap(Many::of));
        rows.put("withLatestFrom", items.withLatestFrom(Many.of(0), (a, b) -> a));
        return rows;
    }

    @TestFactory
    Stream<DynamicTest> noEndFollowsACancellationInIt() {
        return streams().entrySet().stream()
                .map(row -> dynamicTest(
                        row.getKey(),
                        () -> assertEndsOnce(
                                row.getValue(), row.getValue().toList().await())));
    }

    private static void assertEndsOnce(Many<Integer> many, List<Integer> items) {
        Recorder<Integer> recorder = new Recorder<>();
        Source.connect(many.take(items.size()), recorder);
        recorder.upstream.request(Long.MAX_VALUE);
        List<Object> signals = new ArrayList<>(items);
        signals.add("completion");
        assertEquals(signals, recorder.signals);
    }
}
