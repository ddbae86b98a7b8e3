package dev.weir.testkit;

import dev.weir.Many;
import org.jspecify.annotations.Nullable;

/** One subscription, which asks and cancels as its case says. */
final class LawRun<R> {
    private final Fixture<R> fixture;
    private final LawCase lawCase;
    private final Probe<R> probe;
    private @Nullable Outcome outcome;
    private int itemsAtCancel = -1;

    LawRun(Fixture<R> fixture, LawCase lawCase) {
        this.fixture = fixture;
        this.lawCase = lawCase;
        boolean early = lawCase.cancel() == Cancel.IN_ON_SUBSCRIBE || lawCase.cancel() == Cancel.BEFORE_REQUEST;
        probe = new Probe<>(fixture.history(), "probe", early ? 0 : lawCase.demand().initial);
        probe.whenSubscribed(same -> subscribed());
        probe.whenItem((same, item) -> received());
    }

    void subscribe(Many<R> many) {
        many.withContext(context -> context.withClock(fixture.time())).subscribe(probe);
        if (lawCase.cancel() == Cancel.BEFORE_REQUEST) {
            cancel();
        }
    }

    private void subscribed() {
        if (lawCase.cancel() == Cancel.IN_ON_SUBSCRIBE) {
            cancel();
        }
    }

    private void received() {
        int count = probe.itemCount();
        if (count == lawCase.cancel().item) {
            cancel();
        } else if (!probe.isCancelled()) {
            lawCase.demand().inside(probe, count);
        }
    }

    /** Whether all that was asked for has come and more was asked for now. */
    boolean askForMore() {
        return !isDone()
                && probe.requested() == probe.itemCount()
                && lawCase.demand().outside(probe);
    }

    /** Takes down the outcome, cancels what has not ended, and sees that a request has no effect then. */
    void rest() {
        outcome = Outcome.of(probe);
        boolean late = lawCase.cancel() == Cancel.AFTER_END;
        if (!probe.isCancelled() && (probe.ending() == null || late)) {
            cancel();
        }
        probe.request(1);
    }

    private void cancel() {
        itemsAtCancel = probe.itemCount();
        probe.cancel();
    }

    boolean isDone() {
        return probe.ending() != null || probe.isCancelled();
    }

    LawCase lawCase() {
        return lawCase;
    }

    Fixture<R> fixture() {
        return fixture;
    }

    Probe<R> probe() {
        return probe;
    }

    /** What had come when the stream rested. */
    Outcome outcome() {
        return outcome == null ? Outcome.of(probe) : outcome;
    }

    /** How many items had come when the subscriber cancelled; negative if it did not. */
    int itemsAtCancel() {
        return itemsAtCancel;
    }
}
