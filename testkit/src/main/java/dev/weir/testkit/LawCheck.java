package dev.weir.testkit;

import dev.weir.Ending;
import java.time.Duration;
import java.util.Set;

/** Compares what happened in one case with the laws. */
final class LawCheck {
    private final LawRun<?> run;
    private final Probe<?> probe;
    private final Set<Exemption> exempt;

    LawCheck(LawRun<?> run, Set<Exemption> exempt) {
        this.run = run;
        this.probe = run.probe();
        this.exempt = exempt;
    }

    /**
     * What holds in every case, whatever the operator does.
     *
     * @param subscriptions how many there were to the stream so far
     */
    LawCheck keepsRules(int subscriptions) {
        require(probe.brokenRules().isEmpty(), "signals keep the rules of Reactive Streams", probe.brokenRules());
        int items = run.itemsAtCancel();
        require(
                items < 0 || mayStillCome() || probe.itemCount() == items,
                "no item comes after a cancellation",
                items + " items had come when it was cancelled");
        ScriptedPublisher source = run.fixture().source();
        if (source != null) {
            keepsRules(source, subscriptions);
        }
        VirtualTime time = run.fixture().time();
        boolean asynchronous = has(Exemption.ASYNCHRONOUS);
        require(
                run.fixture().history().await(() -> time.timers() == 0, asynchronous ? Probe.PATIENCE : Duration.ZERO),
                "no timer is left after the end or a cancellation",
                time);
        return this;
    }

    private void keepsRules(ScriptedPublisher source, int subscriptions) {
        require(source.violations().isEmpty(), "the operator keeps a subscriber's rules", source.violations());
        require(
                source.awaitRelease(has(Exemption.ASYNCHRONOUS)),
                "upstream is cancelled when the stream has ended or was cancelled",
                "upstream has neither ended nor been cancelled");
        int upstream = source.subscriptions().size();
        require(
                has(Exemption.SUBSCRIBES_AGAIN) || upstream <= subscriptions,
                "one subscription makes at most one upstream",
                subscriptions + " made " + upstream);
        require(
                has(Exemption.REQUESTS_UNBOUNDED)
                        || run.lawCase().demand() == Demand.UNBOUNDED
                        || !source.isUnbounded(),
                "bounded demand stays bounded upstream",
                "upstream was asked for items without bound");
    }

    // another thread may be about to emit while the test's own thread cancels
    private boolean mayStillCome() {
        return has(Exemption.ASYNCHRONOUS) && run.lawCase().cancel().item == 0;
    }

    /** The stream comes to an end. */
    LawCheck ends() {
        require(
                run.outcome().ending() != null,
                "no demand is lost, and a stream that can end does",
                "nothing moves any more (does the operator have threads of its own? Then say asynchronous(). Does a"
                        + " source never end? Then it needs a take)");
        return this;
    }

    /** A planned failure ends the stream. */
    LawCheck fails() {
        Throwable failure = run.outcome().failure();
        require(
                failure != null && (isFree() || PlannedFailure.isIn(failure)),
                "a failure reaches downstream",
                "but it got " + run.outcome());
        return this;
    }

    /** Some failure ends the stream. */
    LawCheck failsOfNull() {
        require(
                run.outcome().ending() == Ending.FAILED,
                "a function that returns null where an item is due fails the stream",
                "but it got " + run.outcome() + " (is null fine here? Then say nullAllowed())");
        return this;
    }

    /** The failure, if there is one, says at which stage it was made, and where the user gave that its function. */
    LawCheck saysWhere(String file) {
        Throwable failure = run.outcome().failure();
        require(
                failure == null || has(Exemption.WITHOUT_PLACE) || Where.isTold(failure, file),
                "a failure says at which stage it was made, and where that is in the user's code",
                "nothing suppressed in it names a method and " + file + " (is the function not the operator's own? Then"
                        + " say withoutPlace())");
        return this;
    }

    /** Items and end are those of another case of the same script. */
    LawCheck sameAs(Outcome other) {
        boolean same =
                run.outcome().sameItems(other, isOrdered()) && run.outcome().sameEnd(other);
        require(
                isFree() || same,
                "items and end depend neither on demand nor on threads",
                "another case: " + other + "\n  this case:    " + run.outcome());
        return this;
    }

    /** The items are the first ones of another case. */
    LawCheck beginsLike(Outcome whole) {
        require(
                isFree() || run.outcome().isPartOf(whole, isOrdered()),
                "what comes before a failure or a cancellation does not depend on it",
                "without it: " + whole + "\n  with it:    " + run.outcome());
        return this;
    }

    /** The stream stopped right at the item at which it was cancelled. */
    LawCheck stopsAtCancel(Outcome whole) {
        int item = run.lawCase().cancel().item;
        int got = run.outcome().items().size();
        require(
                item == 0 || isFree() || got == item,
                "a cancellation inside onNext does not change what came before it",
                "it got " + run.outcome());
        require(
                item == 0 || isFree() || got == whole.items().size() || probe.ending() == null,
                "no end comes after a cancellation inside onNext, save with the last item",
                "it got " + run.outcome());
        return this;
    }

    private boolean isOrdered() {
        return !has(Exemption.UNORDERED);
    }

    private boolean isFree() {
        return has(Exemption.ITEMS_DEPEND_ON_DEMAND);
    }

    private boolean has(Exemption exemption) {
        return exempt.contains(exemption);
    }

    private void require(boolean met, String law, Object found) {
        if (!met) {
            throw new AssertionError(
                    "broken law: " + law + "\n  case: " + run.lawCase() + "\n  " + found + "\n" + probe.history(),
                    probe.failure());
        }
    }
}
