package dev.weir.testkit;

import dev.weir.Cancellable;
import dev.weir.testkit.Mark.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A stream that a marble string describes, on virtual time: hot if the string has a {@code ^}, else
 * cold.
 */
final class MarbleSource<T> implements Flow.Publisher<T> {
    private final Marble marble;
    private final Function<String, ? extends T> values;
    private final Timeline timeline;
    private final List<MarbleSubscription<T>> subscriptions = new ArrayList<>();
    private final List<Cancellable> running = new ArrayList<>();
    private @Nullable Mark ended;

    MarbleSource(Marble marble, Function<String, ? extends T> values, Timeline timeline) {
        this.marble = marble;
        this.values = values;
        this.timeline = timeline;
    }

    Marble marble() {
        return marble;
    }

    boolean isHot() {
        return marble.has(Kind.SUBSCRIBE);
    }

    /** Begins to run, if it is hot. */
    void start() {
        if (isHot()) {
            signals().forEach(mark -> running.add(timeline.at(mark.at(), () -> broadcast(mark))));
        }
    }

    /** Stops running, if it is hot. */
    void stop() {
        running.forEach(Cancellable::cancel);
    }

    private void broadcast(Mark mark) {
        if (mark.kind().ends()) {
            ended = mark;
        }
        List.copyOf(subscriptions).forEach(subscription -> subscription.offer(mark));
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        MarbleSubscription<T> subscription = new MarbleSubscription<>(subscriber, values, isHot(), timeline);
        subscriptions.add(subscription);
        subscriber.onSubscribe(subscription);
        if (isHot()) {
            if (ended != null) {
                subscription.offer(ended);
            }
            return;
        }
        long now = timeline.now();
        for (Mark mark : signals()) {
            subscription.onCancel(timeline.at(now + mark.at(), () -> subscription.offer(mark)));
        }
    }

    private List<Mark> signals() {
        return marble.marks().stream()
                .filter(mark -> mark.kind() == Kind.ITEM || mark.kind().ends())
                .toList();
    }

    /** What happened to each subscription. */
    List<List<Mark>> happened() {
        return subscriptions.stream().map(MarbleSubscription::happened).toList();
    }
}
