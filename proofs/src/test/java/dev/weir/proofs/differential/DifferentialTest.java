package dev.weir.proofs.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.proofs.differential.Pipeline.Step;
import dev.weir.proofs.differential.WeirLibrary.Demand;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/**
 * Pipelines made at random do the same here, however their items are asked for, as in RxJava, Reactor, Mutiny and Kotlin.
 * {@code -Dfuzz.seeds=1000000} tries more of them, {@code -Dfuzz.first=N} begins elsewhere.
 */
class DifferentialTest {
    private static final Library<?> EXPECTED = new WeirLibrary(Demand.ALL);
    private static final WeirLibrary BY_CHANCE = new WeirLibrary(Demand.RANDOM);
    private static final List<Library<?>> OTHERS = List.of(
            new WeirLibrary(Demand.ONE),
            new WeirLibrary(Demand.SEVEN),
            BY_CHANCE,
            new RxJavaLibrary(),
            new ReactorLibrary(),
            new MutinyLibrary(),
            new KotlinLibrary());

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
            if (pipeline.isOf(other)) {
                Outcome outcome = outcome(pipeline, other);
                if (!outcome.equals(expected)) {
                    return EXPECTED + ": " + expected + "\n" + other + ": " + outcome;
                }
            }
        }
        return differenceWhenCancelled(pipeline, expected);
    }

    /** Of one that is cancelled somewhere: it has come as far as it would have come anyway. */
    private static String differenceWhenCancelled(Pipeline pipeline, Outcome expected) {
        Random random = random(pipeline);
        int most = random.nextInt(1 + expected.items().size());
        List<Integer> came =
                BY_CHANCE.run(pipeline.build(BY_CHANCE), random, most).items();
        boolean isPart = pipeline.isUnordered()
                || came.equals(expected.items()
                        .subList(0, Math.min(came.size(), expected.items().size())));
        return isPart ? null : EXPECTED + ": " + expected + "\ncancelled after " + most + " items: " + came;
    }

    private static Random random(Pipeline pipeline) {
        return new Random(pipeline.toString().hashCode());
    }

    private static <S> Outcome outcome(Pipeline pipeline, Library<S> library) {
        Outcome outcome = library.run(pipeline.build(library), random(pipeline));
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
