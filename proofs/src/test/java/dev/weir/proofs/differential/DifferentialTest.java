package dev.weir.proofs.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.proofs.differential.Pipeline.Step;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/**
 * Pipelines made at random do the same here, however their items are asked for, as in RxJava, Reactor and Mutiny.
 * {@code -Dfuzz.seeds=1000000} tries more of them, {@code -Dfuzz.first=N} begins elsewhere.
 */
class DifferentialTest {
    private static final Library<?> EXPECTED = new WeirLibrary(Long.MAX_VALUE);
    private static final List<Library<?>> OTHERS = List.of(
            new WeirLibrary(1), new WeirLibrary(7), new RxJavaLibrary(), new ReactorLibrary(), new MutinyLibrary());

    @BeforeAll
    static void dropFailuresQuietly() {
        RxJavaPlugins.setErrorHandler(failure -> {});
    }

    @AfterAll
    static void dropFailuresAgain() {
        RxJavaPlugins.reset();
    }

    @Test
    void randomPipelinesDoTheSameInEachLibrary() {
        long first = Long.getLong("fuzz.first", 1);
        long end = first + Long.getLong("fuzz.seeds", 5_000);
        for (long seed = first; seed < end; seed++) {
            Pipeline pipeline = new PipelineGenerator(seed).next();
            if (difference(pipeline) != null) {
                Pipeline small = shrunk(pipeline);
                throw new AssertionFailedError("seed " + seed + ", shrunk: " + small + "\n" + difference(small));
            }
        }
    }

    @Test
    void shrinkingKeepsTheDifference() {
        Pipeline none = new Pipeline(List.of(), false, List.of());
        Pipeline pipeline = new Pipeline(
                List.of(1, 2, 3),
                false,
                List.of(new Step(Pipeline.Kind.MAP, 2, none), new Step(Pipeline.Kind.TAKE, 1, none)));
        List<Pipeline> smaller = smaller(pipeline);
        assertEquals(5, smaller.size(), smaller::toString);
    }

    /** What differs, or null. */
    private static String difference(Pipeline pipeline) {
        Outcome expected = outcome(pipeline, EXPECTED);
        for (Library<?> other : OTHERS) {
            Outcome outcome = outcome(pipeline, other);
            if (!outcome.equals(expected)) {
                return EXPECTED + ": " + expected + "\n" + other + ": " + outcome;
            }
        }
        return null;
    }

    private static <S> Outcome outcome(Pipeline pipeline, Library<S> library) {
        Outcome outcome = library.run(pipeline.build(library));
        return pipeline.isUnordered() ? outcome.inAnyOrder() : outcome;
    }

    private static Pipeline shrunk(Pipeline pipeline) {
        for (Pipeline smaller : smaller(pipeline)) {
            if (difference(smaller) != null) {
                return shrunk(smaller);
            }
        }
        return pipeline;
    }

    /** The pipeline with one step or one item less. */
    private static List<Pipeline> smaller(Pipeline pipeline) {
        List<Pipeline> smaller = new ArrayList<>();
        for (int i = 0; i < pipeline.steps().size(); i++) {
            smaller.add(new Pipeline(pipeline.items(), pipeline.fails(), without(pipeline.steps(), i)));
        }
        for (int i = 0; i < pipeline.items().size(); i++) {
            smaller.add(new Pipeline(without(pipeline.items(), i), pipeline.fails(), pipeline.steps()));
        }
        return smaller;
    }

    private static <E> List<E> without(List<E> list, int index) {
        List<E> shorter = new ArrayList<>(list);
        shorter.remove(index);
        return shorter;
    }
}
