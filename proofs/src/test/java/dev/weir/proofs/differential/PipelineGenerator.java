package dev.weir.proofs.differential;

import dev.weir.proofs.differential.Pipeline.Kind;
import dev.weir.proofs.differential.Pipeline.Source;
import dev.weir.proofs.differential.Pipeline.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes pipelines at random; the same seed makes the same pipeline. */
final class PipelineGenerator {
    /*
     * Some things are left out because libraries may rightly differ in them. What follows a flatMap or groups keeps no order,
     * so it has no operator behind it that depends on one. A zip may see a failure on one side before it has paired
     * what the other side brought, and a concatMap, also one of windows, may see its source fail before the inner stream
     * has ended, and Reactor's share fails before it has passed all on, so none has a source that fails.
     */
    private static final int MOST_ITEMS = 40;
    private static final int MOST_STEPS = 12;
    private static final int LARGEST = 9;
    private static final List<Source> SOURCES = List.of(Source.values());
    private static final List<Kind> ANY = List.of(Kind.values());
    private static final List<Kind> UNFAILING = List.of(
            Kind.ZIP,
            Kind.CONCAT_MAP,
            Kind.WINDOW,
            Kind.SHARE,
            Kind.FLAT_MAP_ITERABLE,
            Kind.MAP_ASYNC,
            Kind.EXPAND,
            Kind.PUBLISH_ON);
    private static final List<Kind> ORDERLESS = List.of(Kind.MAP, Kind.FILTER, Kind.MAP_FAILING, Kind.COUNT);

    private final Random random;

    PipelineGenerator(long seed) {
        this.random = new Random(seed);
    }

    Pipeline next() {
        return pipeline(MOST_ITEMS, MOST_STEPS, true);
    }

    private Pipeline pipeline(int mostItems, int mostSteps, boolean mayFail) {
        List<Integer> items = new ArrayList<>();
        for (int left = random.nextInt(mostItems + 1); left > 0; left--) {
            items.add(random.nextInt(10 * LARGEST));
        }
        boolean fails = mayFail && random.nextInt(4) == 0;
        boolean failing = fails;
        boolean ordered = true;
        List<Step> steps = new ArrayList<>();
        for (int left = random.nextInt(mostSteps + 1); left > 0; left--) {
            List<Kind> kinds = ordered ? ANY : ORDERLESS;
            Kind kind = kinds.get(random.nextInt(kinds.size()));
            if (((kind == Kind.MAP_FAILING || kind == Kind.SINGLE) && !mayFail)
                    || (failing && UNFAILING.contains(kind))) {
                continue;
            }
            Step step = step(kind, mayFail);
            steps.add(step);
            ordered &= !kind.mixes();
            failing = failingAfter(step, failing);
        }
        return new Pipeline(source(), items, fails, steps);
    }

    private Source source() {
        return SOURCES.get(random.nextInt(SOURCES.size()));
    }

    private Step step(Kind kind, boolean mayFail) {
        int number = 1 + random.nextInt(LARGEST);
        Pipeline other = switch (kind) {
            case CONCAT_MAP, FLAT_MAP -> pipeline(4, 2, mayFail && random.nextInt(4) == 0);
            case ON_ERROR_RESUME, CONCAT, MERGE, SWITCH_IF_EMPTY -> pipeline(8, 3, mayFail);
            case ZIP -> pipeline(MOST_ITEMS, 3, false);
            default -> new Pipeline(Source.LIST, List.of(), false, List.of());
        };
        return new Step(kind, number, other.isUnordered() && !kind.mixes() ? ordered(other) : other);
    }

    private static Pipeline ordered(Pipeline pipeline) {
        return new Pipeline(pipeline.source(), pipeline.items(), pipeline.fails(), List.of());
    }

    private static boolean failingAfter(Step step, boolean failing) {
        boolean otherFails = step.kind().takesPipeline && mayFail(step.other());
        return switch (step.kind()) {
            case MAP_FAILING, SINGLE -> true;
            case ON_ERROR_RETURN, ON_ERROR_COMPLETE -> false;
            case ON_ERROR_RESUME -> otherFails;
            default -> failing || otherFails;
        };
    }

    private static boolean mayFail(Pipeline pipeline) {
        boolean failing = pipeline.fails();
        for (Step step : pipeline.steps()) {
            failing = failingAfter(step, failing);
        }
        return failing;
    }
}
