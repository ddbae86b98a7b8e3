package dev.weir.proofs.differential;

import dev.weir.proofs.differential.Pipeline.Kind;
import dev.weir.proofs.differential.Pipeline.Source;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.jvm.functions.Function3;
import kotlin.ranges.IntRange;
import kotlinx.coroutines.flow.Flow;
import kotlinx.coroutines.flow.FlowCollector;
import kotlinx.coroutines.flow.FlowKt;
import kotlinx.coroutines.jdk9.ReactiveFlowKt;

/** Flows of Kotlin's coroutines, for what they have. */
record KotlinLibrary() implements Library<Flow<Integer>> {
    private static final Set<Kind> MISSING = EnumSet.of(
            Kind.TAKE_LAST,
            Kind.SKIP_LAST,
            Kind.BUFFER_WITH_GAPS,
            Kind.DISTINCT,
            Kind.WINDOW,
            Kind.GROUP_BY,
            Kind.NEIGHBOURS,
            Kind.ANY_MATCH,
            Kind.SHARE,
            Kind.TAKE_UNTIL,
            Kind.FIRST,
            Kind.LAST,
            Kind.SINGLE,
            Kind.EXPAND,
            Kind.BUFFER_UNTIL_CHANGED,
            Kind.REPEAT,
            Kind.COUNT,
            Kind.REDUCE,
            Kind.ALL_MATCH,
            Kind.LIMIT_RATE,
            Kind.PUBLISH_ON);
    private static final MethodHandle CATCH = caught();

    /** A word of Java's. */
    private static MethodHandle caught() {
        try {
            return MethodHandles.publicLookup()
                    .findStatic(FlowKt.class, "catch", MethodType.methodType(Flow.class, Flow.class, Function3.class));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static UnsupportedOperationException missing() {
        return new UnsupportedOperationException("flows of Kotlin have nothing like that");
    }

    @Override
    public boolean has(Kind kind) {
        return !MISSING.contains(kind);
    }

    @Override
    public Flow<Integer> of(List<Integer> items) {
        return FlowKt.asFlow(items);
    }

    @Override
    public Flow<Integer> of(Source source, List<Integer> items) {
        return switch (source) {
            case RANGE -> FlowKt.map(FlowKt.asFlow(new IntRange(0, items.size() - 1)), (i, then) -> items.get(i));
            case PUBLISHER -> ReactiveFlowKt.asFlow(new Published(items));
            default -> of(items);
        };
    }

    @Override
    public Flow<Integer> fail(RuntimeException failure) {
        return FlowKt.flow((out, then) -> {
            throw failure;
        });
    }

    @Override
    public Flow<Integer> map(Flow<Integer> source, UnaryOperator<Integer> mapper) {
        return FlowKt.map(source, (item, then) -> mapper.apply(item));
    }

    @Override
    public Flow<Integer> filter(Flow<Integer> source, Predicate<Integer> predicate) {
        return FlowKt.filter(source, (item, then) -> predicate.test(item));
    }

    @Override
    public Flow<Integer> take(Flow<Integer> source, int count) {
        return FlowKt.take(source, count);
    }

    @Override
    public Flow<Integer> skip(Flow<Integer> source, int count) {
        return FlowKt.drop(source, count);
    }

    @Override
    public Flow<Integer> takeLast(Flow<Integer> source, int count) {
        throw missing();
    }

    @Override
    public Flow<Integer> skipLast(Flow<Integer> source, int count) {
        throw missing();
    }

    @Override
    public Flow<Integer> bufferWithGaps(
            Flow<Integer> source, int size, int skip, Function<List<Integer>, Integer> toItem) {
        throw missing();
    }

    @Override
    public Flow<Integer> onErrorReturn(Flow<Integer> source, int item) {
        return onErrorResume(source, failure -> of(List.of(item)));
    }

    @Override
    public Flow<Integer> takeWhile(Flow<Integer> source, Predicate<Integer> predicate) {
        return FlowKt.takeWhile(source, (item, then) -> predicate.test(item));
    }

    @Override
    public Flow<Integer> distinctUntilChanged(Flow<Integer> source) {
        return FlowKt.distinctUntilChanged(source);
    }

    @Override
    public Flow<Integer> mapNotNull(Flow<Integer> source, Function<Integer, Integer> mapper) {
        return FlowKt.mapNotNull(source, (item, then) -> mapper.apply(item));
    }

    @Override
    public Flow<Integer> distinct(Flow<Integer> source) {
        throw missing();
    }

    @Override
    public Flow<Integer> skipWhile(Flow<Integer> source, Predicate<Integer> predicate) {
        return FlowKt.dropWhile(source, (item, then) -> predicate.test(item));
    }

    @Override
    public Flow<Integer> defaultIfEmpty(Flow<Integer> source, int item) {
        return FlowKt.onEmpty(source, (out, then) -> out.emit(item, then));
    }

    @Override
    public Flow<Integer> scan(Flow<Integer> source, int seed, BinaryOperator<Integer> step) {
        return FlowKt.drop(FlowKt.scan(source, seed, (state, item, then) -> step.apply(state, item)), 1);
    }

    @Override
    public Flow<Integer> buffer(Flow<Integer> source, int size, Function<List<Integer>, Integer> toItem) {
        return FlowKt.map(FlowKt.chunked(source, size), (list, then) -> toItem.apply(list));
    }

    @Override
    public Flow<Integer> window(Flow<Integer> source, int size, Function<List<Integer>, Integer> toItem) {
        throw missing();
    }

    @Override
    public Flow<Integer> groupBy(
            Flow<Integer> source, Function<Integer, Integer> key, Function<List<Integer>, Integer> toItem) {
        throw missing();
    }

    @Override
    public Flow<Integer> neighbours(Flow<Integer> source, BinaryOperator<Integer> combiner) {
        throw missing();
    }

    @Override
    public Flow<Integer> anyMatch(Flow<Integer> source, Predicate<Integer> predicate) {
        throw missing();
    }

    @Override
    public Flow<Integer> share(Flow<Integer> source) {
        throw missing();
    }

    @Override
    public Flow<Integer> concatMap(Flow<Integer> source, Function<Integer, Flow<Integer>> mapper) {
        return FlowKt.flatMapConcat(source, (item, then) -> mapper.apply(item));
    }

    @Override
    public Flow<Integer> flatMap(Flow<Integer> source, Function<Integer, Flow<Integer>> mapper) {
        return FlowKt.flatMapMerge(source, 4, (item, then) -> mapper.apply(item));
    }

    @Override
    @SuppressWarnings("unchecked") // as it is declared
    public Flow<Integer> onErrorResume(Flow<Integer> source, Function<Throwable, Flow<Integer>> function) {
        Function3<FlowCollector<Integer>, Throwable, Continuation<? super Unit>, Object> resumed =
                (out, failure, then) -> FlowKt.emitAll(out, function.apply(failure), then);
        try {
            return (Flow<Integer>) CATCH.invoke(source, resumed);
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public Flow<Integer> concat(Flow<Integer> first, Flow<Integer> second) {
        return FlowKt.flattenConcat(FlowKt.asFlow(List.of(first, second)));
    }

    @Override
    public Flow<Integer> zip(Flow<Integer> first, Flow<Integer> second, BinaryOperator<Integer> combiner) {
        return FlowKt.zip(first, second, (a, b, then) -> combiner.apply(a, b));
    }

    @Override
    public Flow<Integer> flatMapIterable(Flow<Integer> source, Function<Integer, List<Integer>> mapper) {
        return FlowKt.flatMapConcat(source, (item, then) -> of(mapper.apply(item)));
    }

    @Override
    public Flow<Integer> mapAsync(Flow<Integer> source, UnaryOperator<Integer> mapper) {
        return map(source, mapper);
    }

    @Override
    public Flow<Integer> mapAsyncUnordered(Flow<Integer> source, UnaryOperator<Integer> mapper) {
        return map(source, mapper);
    }

    @Override
    public Flow<Integer> startWith(Flow<Integer> source, int item) {
        return FlowKt.onStart(source, (out, then) -> out.emit(item, then));
    }

    @Override
    public Flow<Integer> merge(Flow<Integer> first, Flow<Integer> second) {
        return FlowKt.merge(List.of(first, second));
    }

    @Override
    public Flow<Integer> switchIfEmpty(Flow<Integer> source, Flow<Integer> other) {
        return FlowKt.onEmpty(source, (out, then) -> FlowKt.emitAll(out, other, then));
    }

    @Override
    public Flow<Integer> index(Flow<Integer> source, BinaryOperator<Integer> combiner) {
        return FlowKt.map(
                FlowKt.withIndex(source), (indexed, then) -> combiner.apply(indexed.getIndex(), indexed.getValue()));
    }

    @Override
    public Flow<Integer> retry(Flow<Integer> source) {
        return FlowKt.retry(source, 1, (failure, then) -> true);
    }

    @Override
    public Flow<Integer> onErrorComplete(Flow<Integer> source) {
        return onErrorResume(source, failure -> of(List.of()));
    }

    @Override
    public Flow<Integer> onErrorMap(Flow<Integer> source, UnaryOperator<Throwable> mapper) {
        return onErrorResume(source, failure -> fail((RuntimeException) mapper.apply(failure)));
    }

    @Override
    public java.util.concurrent.Flow.Publisher<Integer> publisher(Flow<Integer> source) {
        return ReactiveFlowKt.asPublisher(source);
    }
}
