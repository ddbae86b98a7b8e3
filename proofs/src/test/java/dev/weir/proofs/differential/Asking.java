package dev.weir.proofs.differential;

import dev.weir.testkit.Probe;
import java.util.Random;
import java.util.concurrent.Flow;

/**
 * One way to ask for items.
 *
 * @param most cancelled after so many items, or a few more that were asked for with the last of them
 */
record Asking(Demand demand, Random random, int most) {
    Asking(Demand demand, Random random) {
        this(demand, random, Integer.MAX_VALUE);
    }

    /** What comes, which all comes before {@code request} returns. */
    Outcome of(Flow.Publisher<Integer> source) {
        Probe<Integer> probe = Probe.subscribeTo(source, 0);
        for (int before = -1; probe.ending() == null && probe.items().size() < most; ) {
            if (probe.items().size() == before) {
                return new Outcome(probe.items(), Outcome.End.WRONG, "stands still");
            }
            before = probe.items().size();
            probe.request(demand.next(random));
        }
        probe.cancel();
        int came = probe.items().size();
        probe.request(demand.next(random));
        if (!probe.brokenRules().isEmpty() || probe.items().size() > came) {
            return new Outcome(probe.items(), Outcome.End.WRONG, "after its end: " + probe.brokenRules());
        }
        Throwable failure = probe.failure();
        return failure == null
                ? new Outcome(
                        probe.items(), probe.ending() == null ? Outcome.End.CANCELLED : Outcome.End.COMPLETED, null)
                : new Outcome(probe.items(), Outcome.End.FAILED, failure.getMessage());
    }
}
