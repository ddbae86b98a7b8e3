package dev.weir.proofs.differential;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A pipeline as data, for any library to build.
 *
 * @param items what its source emits
 * @param fails whether the source fails after them
 */
record Pipeline(Source source, List<Integer> items, boolean fails, List<Step> steps) {
    Pipeline {
        items = List.copyOf(items);
        steps = List.copyOf(steps);
    }

    /** An operator with its number, or with another pipeline. */
    record Step(Kind kind, int number, Pipeline other) {
        @Override
        public String toString() {
            return "." + kind + "(" + (kind.takesPipeline ? other : number) + ")";
        }
    }

    /** How a source has its items. */
    enum Source {
        LIST,
        ARRAY,
        ITERABLE,
        RANGE,
        GENERATED,
        STREAM,
        EMITTER,
        DEFERRED,
        ASYNC,
        PUBLISHER
    }

    enum Kind {
        MAP,
        MAP_FAILING,
        FILTER,
        TAKE,
        SKIP,
        TAKE_LAST,
        SKIP_LAST,
        TAKE_WHILE,
        MAP_NOT_NULL,
        DISTINCT,
        SKIP_WHILE,
        DEFAULT_IF_EMPTY,
        DISTINCT_UNTIL_CHANGED,
        SCAN,
        BUFFER,
        BUFFER_WITH_GAPS,
        WINDOW,
        GROUP_BY,
        NEIGHBOURS,
        ANY_MATCH,
        SHARE,
        ON_ERROR_RETURN,
        ON_ERROR_COMPLETE,
        ON_ERROR_MAP,
        FLAT_MAP_ITERABLE,
        MAP_ASYNC,
        MAP_ASYNC_UNORDERED,
        TAKE_UNTIL,
        FIRST,
        LAST,
        SINGLE,
        START_WITH,
        INDEX,
        EXPAND,
        BUFFER_UNTIL_CHANGED,
        RETRY,
        REPEAT,
        COUNT,
        REDUCE,
        ALL_MATCH,
        LIMIT_RATE,
        PUBLISH_ON,
        CONCAT_MAP(true),
        FLAT_MAP(true),
        ON_ERROR_RESUME(true),
        CONCAT(true),
        MERGE(true),
        SWITCH_IF_EMPTY(true),
        ZIP(true);

        private static final Set<Kind> MIXING = EnumSet.of(FLAT_MAP, GROUP_BY, MERGE, MAP_ASYNC_UNORDERED);

        final boolean takesPipeline;

        Kind() {
            this(false);
        }

        Kind(boolean takesPipeline) {
            this.takesPipeline = takesPipeline;
        }

        /** Whether its items may come in any order. */
        boolean mixes() {
            return MIXING.contains(this);
        }
    }

    /** A failure that a pipeline was meant to have. */
    static final class Planned extends RuntimeException {
        private static final long serialVersionUID = 1;

        Planned(String message) {
            super(message, null, false, false);
        }
    }

    /** Whether items of several inner streams may come in any order. */
    boolean isUnordered() {
        return steps.stream()
                .anyMatch(step -> step.kind.mixes() || (step.kind.takesPipeline && step.other.isUnordered()));
    }

    /** Whether the library has all of its operators, and no two of them that do otherwise there. */
    boolean isOf(Library<?> library) {
        List<Kind> kinds = kinds().toList();
        return kinds.stream().allMatch(library::has)
                && library.otherwise().entrySet().stream()
                        .noneMatch(pair -> kinds.stream()
                                .dropWhile(kind -> kind != pair.getKey())
                                .skip(1)
                                .anyMatch(pair.getValue()::contains));
    }

    private Stream<Kind> kinds() {
        return steps.stream().flatMap(step -> Stream.concat(step.other.kinds(), Stream.of(step.kind)));
    }

    <S> S build(Library<S> library) {
        S stream = library.of(source, items);
        if (fails) {
            stream = library.concat(stream, library.fail(new Planned("source")));
        }
        for (Step step : steps) {
            stream = add(step, stream, library);
        }
        return stream;
    }

    private static <S> S add(Step step, S source, Library<S> library) {
        int n = step.number;
        Predicate<Integer> notDivisible = i -> Math.floorMod(i, n) != 0;
        UnaryOperator<Integer> failAtDivisible = i -> {
            if (Math.floorMod(i, n) == 0) {
                throw new Planned("map " + i);
            }
            return i;
        };
        BinaryOperator<Integer> mix = (a, b) -> 31 * a + b;
        Function<List<Integer>, Integer> hash = List::hashCode;
        return switch (step.kind) {
            case MAP -> library.map(source, i -> i * n + 1);
            case MAP_FAILING -> library.map(source, failAtDivisible);
            case FILTER -> library.filter(source, notDivisible);
            case TAKE -> library.take(source, n);
            case SKIP -> library.skip(source, n);
            case TAKE_LAST -> library.takeLast(source, n);
            case SKIP_LAST -> library.skipLast(source, n);
            case TAKE_WHILE -> library.takeWhile(source, notDivisible);
            case MAP_NOT_NULL -> library.mapNotNull(source, i -> notDivisible.test(i) ? i + 1 : null);
            case DISTINCT -> library.distinct(library.map(source, i -> i / n));
            case SKIP_WHILE -> library.skipWhile(source, notDivisible);
            case DEFAULT_IF_EMPTY -> library.defaultIfEmpty(source, n);
            case DISTINCT_UNTIL_CHANGED -> library.distinctUntilChanged(library.map(source, i -> i / n));
            case SCAN -> library.scan(source, n, mix);
            case BUFFER -> library.buffer(source, n, hash);
            case BUFFER_WITH_GAPS -> library.bufferWithGaps(source, n, n + 2, hash);
            case WINDOW -> library.window(source, n, hash);
            case GROUP_BY -> library.groupBy(source, i -> Math.floorMod(i, n), hash);
            case NEIGHBOURS -> library.neighbours(source, mix);
            case ANY_MATCH -> library.anyMatch(source, i -> i % 10 == n);
            case SHARE -> library.share(source);
            case ON_ERROR_COMPLETE -> library.onErrorComplete(source);
            case ON_ERROR_MAP -> library.onErrorMap(source, failure -> new Planned("mapped " + failure.getMessage()));
            case FLAT_MAP_ITERABLE -> library.flatMapIterable(source, i -> Collections.nCopies(Math.floorMod(i, n), i));
            case MAP_ASYNC -> library.mapAsync(source, i -> i + n);
            case MAP_ASYNC_UNORDERED -> library.mapAsyncUnordered(source, i -> i + n);
            case TAKE_UNTIL -> library.takeUntil(source, i -> i % 10 == n);
            case FIRST -> library.first(source);
            case LAST -> library.last(source);
            case SINGLE -> library.onErrorMap(library.single(source), Pipeline::notSingle);
            case START_WITH -> library.startWith(source, n);
            case INDEX -> library.index(source, mix);
            case EXPAND -> library.expand(source, i -> library.of(i % 3 == 0 && i != 0 ? List.of(i / 3) : List.of()));
            case BUFFER_UNTIL_CHANGED -> library.bufferUntilChanged(source, i -> i / 10 / n, hash);
            case RETRY -> library.retry(source);
            case REPEAT -> library.repeat(source);
            case COUNT -> library.count(source);
            case REDUCE -> library.reduce(source, n, mix);
            case ALL_MATCH -> library.allMatch(source, notDivisible);
            case LIMIT_RATE -> library.limitRate(source, n);
            case PUBLISH_ON -> library.publishOn(source);
            case CONCAT_MAP ->
                library.concatMap(source, i -> library.map(step.other.build(library), j -> mix.apply(i, j)));
            case FLAT_MAP -> library.flatMap(source, i -> library.map(step.other.build(library), j -> mix.apply(i, j)));
            case ON_ERROR_RETURN -> library.onErrorReturn(source, n);
            case ON_ERROR_RESUME -> library.onErrorResume(source, failure -> step.other.build(library));
            case CONCAT -> library.concat(source, step.other.build(library));
            case MERGE -> library.merge(source, step.other.build(library));
            case SWITCH_IF_EMPTY -> library.switchIfEmpty(source, step.other.build(library));
            case ZIP -> library.zip(source, step.other.build(library), mix);
        };
    }

    private static Throwable notSingle(Throwable failure) {
        return failure instanceof Planned ? failure : new Planned("not one");
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(source + items.toString());
        if (fails) {
            text.append(".thenFail");
        }
        steps.forEach(text::append);
        return text.toString();
    }
}
