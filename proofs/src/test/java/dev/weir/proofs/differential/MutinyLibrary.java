package dev.weir.proofs.differential;

import dev.weir.proofs.differential.Pipeline.Kind;
import dev.weir.proofs.differential.Pipeline.Source;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Mutiny. */
record MutinyLibrary() implements Library<Multi<Integer>> {
    private static final Set<Kind> MISSING = EnumSet.of(
            Kind.TAKE_UNTIL,
            Kind.SINGLE,
            Kind.INDEX,
            Kind.EXPAND,
            Kind.BUFFER_UNTIL_CHANGED,
            Kind.REPEAT,
            Kind.LIMIT_RATE);

    /** A stream that is shared, and has failed, is empty when it is subscribed to again. */
    @Override
    public Map<Kind, Set<Kind>> otherwise() {
        return Map.of(Kind.SHARE, Set.of(Kind.RETRY));
    }

    @Override
    public boolean has(Kind kind) {
        return !MISSING.contains(kind);
    }

    @Override
    public Multi<Integer> of(List<Integer> items) {
        return Multi.createFrom().iterable(items);
    }

    @Override
    public Multi<Integer> of(Source source, List<Integer> items) {
        int count = items.size();
        return switch (source) {
            case LIST -> of(items);
            case ARRAY -> Multi.createFrom().items(items.toArray(Integer[]::new));
            case ITERABLE -> Multi.createFrom().iterable(() -> items.iterator());
            case RANGE -> Multi.createFrom().range(0, count).map(items::get);
            case GENERATED, ASYNC ->
                Multi.createFrom().generator(() -> 0, (i, emitter) -> {
                    if (i < count) {
                        emitter.emit(items.get(i));
                    } else {
                        emitter.complete();
                    }
                    return i + 1;
                });
            case STREAM -> Multi.createFrom().items(items::stream);
            case EMITTER ->
                Multi.createFrom().emitter(emitter -> {
                    items.forEach(emitter::emit);
                    emitter.complete();
                });
            case DEFERRED -> Multi.createFrom().deferred(() -> of(items));
            case PUBLISHER -> Multi.createFrom().publisher(new Published(items));
        };
    }

    @Override
    public Multi<Integer> fail(RuntimeException failure) {
        return Multi.createFrom().failure(failure);
    }

    @Override
    public Multi<Integer> map(Multi<Integer> source, UnaryOperator<Integer> mapper) {
        return source.map(mapper);
    }

    @Override
    public Multi<Integer> filter(Multi<Integer> source, Predicate<Integer> predicate) {
        return source.filter(predicate);
    }

    @Override
    public Multi<Integer> take(Multi<Integer> source, int count) {
        return source.select().first(count);
    }

    @Override
    public Multi<Integer> skip(Multi<Integer> source, int count) {
        // skip().first(n) of version 3.3.0 loses demand when it is asked for one item at a time, as concatMap does
        return Multi.createFrom().deferred(() -> {
            AtomicInteger left = new AtomicInteger(count);
            return source.filter(item -> left.getAndDecrement() <= 0);
        });
    }

    @Override
    public Multi<Integer> takeLast(Multi<Integer> source, int count) {
        return source.select().last(count);
    }

    @Override
    public Multi<Integer> skipLast(Multi<Integer> source, int count) {
        return source.skip().last(count);
    }

    @Override
    public Multi<Integer> bufferWithGaps(
            Multi<Integer> source, int size, int skip, Function<List<Integer>, Integer> toItem) {
        return source.group().intoLists().of(size, skip).map(toItem);
    }

    @Override
    public Multi<Integer> onErrorReturn(Multi<Integer> source, int item) {
        return source.onFailure().recoverWithItem(item);
    }

    @Override
    public Multi<Integer> takeWhile(Multi<Integer> source, Predicate<Integer> predicate) {
        return source.select().first(predicate);
    }

    @Override
    public Multi<Integer> distinctUntilChanged(Multi<Integer> source) {
        return source.skip().repetitions();
    }

    @Override
    public Multi<Integer> mapNotNull(Multi<Integer> source, Function<Integer, Integer> mapper) {
        return source.map(item -> Optional.ofNullable(mapper.apply(item)))
                .filter(Optional::isPresent)
                .map(Optional::get);
    }

    @Override
    public Multi<Integer> distinct(Multi<Integer> source) {
        return source.select().distinct();
    }

    @Override
    public Multi<Integer> skipWhile(Multi<Integer> source, Predicate<Integer> predicate) {
        return source.skip().first(predicate);
    }

    @Override
    public Multi<Integer> defaultIfEmpty(Multi<Integer> source, int item) {
        return source.onCompletion().ifEmpty().continueWith(item);
    }

    @Override
    public Multi<Integer> scan(Multi<Integer> source, int seed, BinaryOperator<Integer> step) {
        return skip(source.onItem().scan(() -> seed, step), 1);
    }

    @Override
    public Multi<Integer> buffer(Multi<Integer> source, int size, Function<List<Integer>, Integer> toItem) {
        return source.group().intoLists().of(size).map(toItem);
    }

    @Override
    public Multi<Integer> window(Multi<Integer> source, int size, Function<List<Integer>, Integer> toItem) {
        return source.group()
                .intoMultis()
                .of(size)
                .onItem()
                .transformToUniAndConcatenate(
                        window -> window.collect().asList().map(toItem));
    }

    @Override
    public Multi<Integer> groupBy(
            Multi<Integer> source, Function<Integer, Integer> key, Function<List<Integer>, Integer> toItem) {
        return source.group()
                .by(key)
                .onItem()
                .transformToUniAndMerge(group -> group.collect().asList().map(toItem));
    }

    @Override
    public Multi<Integer> neighbours(Multi<Integer> source, BinaryOperator<Integer> combiner) {
        return source.group()
                .intoLists()
                .of(2, 1)
                .filter(two -> two.size() == 2)
                .map(two -> combiner.apply(two.getFirst(), two.getLast()));
    }

    @Override
    public Multi<Integer> anyMatch(Multi<Integer> source, Predicate<Integer> predicate) {
        return source.filter(predicate)
                .collect()
                .first()
                .map(first -> first == null ? 0 : 1)
                .toMulti();
    }

    @Override
    public Multi<Integer> share(Multi<Integer> source) {
        return source.broadcast().toAllSubscribers();
    }

    @Override
    public Multi<Integer> concatMap(Multi<Integer> source, Function<Integer, Multi<Integer>> mapper) {
        return source.onItem().transformToMultiAndConcatenate(mapper);
    }

    @Override
    public Multi<Integer> flatMap(Multi<Integer> source, Function<Integer, Multi<Integer>> mapper) {
        return source.onItem().transformToMulti(mapper).merge(4);
    }

    @Override
    public Multi<Integer> onErrorResume(Multi<Integer> source, Function<Throwable, Multi<Integer>> function) {
        return source.onFailure().recoverWithMulti(function::apply);
    }

    @Override
    public Multi<Integer> concat(Multi<Integer> first, Multi<Integer> second) {
        return Multi.createBy().concatenating().streams(first, second);
    }

    @Override
    public Multi<Integer> zip(Multi<Integer> first, Multi<Integer> second, BinaryOperator<Integer> combiner) {
        return Multi.createBy().combining().streams(first, second).using(combiner);
    }

    @Override
    public Multi<Integer> flatMapIterable(Multi<Integer> source, Function<Integer, List<Integer>> mapper) {
        return source.onItem().transformToIterable(mapper);
    }

    @Override
    public Multi<Integer> mapAsync(Multi<Integer> source, UnaryOperator<Integer> mapper) {
        return source.onItem()
                .transformToUniAndConcatenate(item -> Uni.createFrom().item(() -> mapper.apply(item)));
    }

    @Override
    public Multi<Integer> mapAsyncUnordered(Multi<Integer> source, UnaryOperator<Integer> mapper) {
        return source.onItem().transformToUniAndMerge(item -> Uni.createFrom().item(() -> mapper.apply(item)));
    }

    @Override
    public Multi<Integer> first(Multi<Integer> source) {
        return source.select().first();
    }

    @Override
    public Multi<Integer> last(Multi<Integer> source) {
        return source.select().last();
    }

    @Override
    public Multi<Integer> startWith(Multi<Integer> source, int item) {
        return concat(of(List.of(item)), source);
    }

    @Override
    public Multi<Integer> merge(Multi<Integer> first, Multi<Integer> second) {
        return Multi.createBy().merging().streams(first, second);
    }

    @Override
    public Multi<Integer> switchIfEmpty(Multi<Integer> source, Multi<Integer> other) {
        return source.onCompletion().ifEmpty().switchTo(other);
    }

    @Override
    public Multi<Integer> retry(Multi<Integer> source) {
        return source.onFailure().retry().atMost(1);
    }

    @Override
    public Multi<Integer> count(Multi<Integer> source) {
        return source.collect().with(Collectors.counting()).map(Long::intValue).toMulti();
    }

    @Override
    public Multi<Integer> reduce(Multi<Integer> source, int seed, BinaryOperator<Integer> step) {
        return source.collect().with(Collectors.reducing(seed, step)).toMulti();
    }

    @Override
    public Multi<Integer> allMatch(Multi<Integer> source, Predicate<Integer> predicate) {
        return anyMatch(source, predicate.negate()).map(any -> 1 - any);
    }

    @Override
    public Multi<Integer> onErrorComplete(Multi<Integer> source) {
        return source.onFailure().recoverWithCompletion();
    }

    @Override
    public Multi<Integer> onErrorMap(Multi<Integer> source, UnaryOperator<Throwable> mapper) {
        return source.onFailure().transform(mapper);
    }

    @Override
    public Multi<Integer> publishOn(Multi<Integer> source) {
        return source.emitOn(Runnable::run);
    }

    @Override
    public Flow.Publisher<Integer> publisher(Multi<Integer> source) {
        return source;
    }
}
