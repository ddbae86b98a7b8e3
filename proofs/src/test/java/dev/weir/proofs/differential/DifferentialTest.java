package dev.weir.proofs.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.proofs.differential.Pipeline.Source;
import dev.weir.proofs.differential.Pipeline.Step;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/**
 * Pipelines made at random do the same here as in RxJava, Reactor, Mutiny and Kotlin, however their items are asked for
 * and wherever they are cancelled.
 * {@code -Dfuzz.seeds=1000000} tries more of them, {@code -Dfuzz.first=N} begins elsewhere.
 */
class DifferentialTest {
    private static final Way EXPECTED = new Way(new WeirLibrary(), Demand.ALL);
    private static final List<Library<?>> LIBRARIES = List.of(
            new WeirLibrary(), new RxJavaLibrary(), new ReactorLibrary(), new MutinyLibrary(), new KotlinLibrary());
    private static final List<Demand> DEMANDS = List.of(Demand.values());
    private static final int LEAST = 5; // of a hundred pipelines so many, of those that have items, each library builds

    private final Map<Library<?>, Integer> compared = new HashMap<>(); // with how many that have items

    /** A library, and how items are asked of it. */
    private record Way(Library<?> library, Demand demand) {
        Outcome whole(Pipeline pipeline) {
            return of(library, pipeline, new Asking(demand, random(pipeline)));
        }

        /** What has come until it was cancelled. */
        Outcome cancelled(Pipeline pipeline, int most) {
            return of(library, pipeline, new Asking(demand, random(pipeline), most));
        }

        private static <S> Outcome of(Library<S> library, Pipeline pipeline, Asking asking) {
            return asking.of(library.publisher(pipeline.build(library)));
        }
    }

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
        long end = first + Long.getLong("fuzz.seeds", 2_000);
        for (long seed = first; seed < end; seed++) {
            Pipeline pipeline = new PipelineGenerator(seed).next();
            if (difference(pipeline) != null) {
                Pipeline small = shrunk(pipeline);
                throw new AssertionFailedError("seed " + seed + ", shrunk: " + small + "\n" + difference(small));
            }
        }
        long least = (end - first) / 100 * LEAST;
        assertTrue(
                LIBRARIES.stream().allMatch(library -> compared.getOrDefault(library, 0) >= least), compared::toString);
    }

    @Test
    void shrinkingKeepsTheDifference() {
        Pipeline none = new Pipeline(Source.LIST, List.of(), false, List.of());
        Pipeline pipeline = new Pipeline(
                Source.LIST,
                List.of(1, 2, 3),
                false,
                List.of(new Step(Pipeline.Kind.MAP, 2, none), new Step(Pipeline.Kind.TAKE, 1, none)));
        List<Pipeline> smaller = smaller(pipeline);
        assertEquals(5, smaller.size(), smaller::toString);
    }

    /** What differs, or null. */
    private @Nullable String difference(Pipeline pipeline) {
        Outcome expected = EXPECTED.whole(pipeline);
        int most = random(pipeline).nextInt(1 + expected.items().size());
        for (Library<?> library : LIBRARIES) {
            for (Demand demand : pipeline.isOf(library) ? DEMANDS : List.<Demand>of()) {
                Way way = new Way(library, demand);
                Outcome whole = way.whole(pipeline);
                if (!isSame(whole, expected, pipeline)) {
                    return EXPECTED + ": " + expected + "\n" + way + ": " + whole;
                }
                Outcome cut = way.cancelled(pipeline, most);
                if (!isCut(cut, expected, most, pipeline)) {
                    return EXPECTED + ": " + expected + "\n" + way + ", cancelled after " + most + " items: " + cut;
                }
                if (demand == Demand.ALL && !whole.items().isEmpty()) {
                    compared.merge(library, 1, Integer::sum);
                }
            }
        }
        return null;
    }

    private static boolean isSame(Outcome whole, Outcome expected, Pipeline pipeline) {
        return pipeline.isUnordered() ? whole.inAnyOrder().equals(expected.inAnyOrder()) : whole.equals(expected);
    }

    private static boolean isCut(Outcome cut, Outcome expected, int most, Pipeline pipeline) {
        return pipeline.isUnordered() ? cut.isCutInAnyOrderFrom(expected, most) : cut.isCutFrom(expected, most);
    }

    private static Random random(Pipeline pipeline) {
        return new Random(pipeline.toString().hashCode());
    }

    private Pipeline shrunk(Pipeline pipeline) {
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
            smaller.add(
                    new Pipeline(pipeline.source(), pipeline.items(), pipeline.fails(), without(pipeline.steps(), i)));
        }
        for (int i = 0; i < pipeline.items().size(); i++) {
            smaller.add(
                    new Pipeline(pipeline.source(), without(pipeline.items(), i), pipeline.fails(), pipeline.steps()));
        }
        return smaller;
    }

    private static <E> List<E> without(List<E> list, int index) {
        List<E> shorter = new ArrayList<>(list);
        shorter.remove(index);
        return shorter;
    }
}
