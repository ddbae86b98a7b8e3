package dev.weir.proofs.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Asks for all at once and keeps what comes, which all comes before {@code subscribe} returns. */
final class Collector implements Flow.Subscriber<Integer> {
    private final List<Integer> items = new ArrayList<>();
    private @Nullable String failure = "none, but it did not end";

    Outcome outcome() {
        return new Outcome(items, failure);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Integer item) {
        items.add(item);
    }

    @Override
    public void onError(Throwable thrown) {
        failure = String.valueOf(thrown.getMessage());
    }

    @Override
    public void onComplete() {
        failure = null;
    }
}
