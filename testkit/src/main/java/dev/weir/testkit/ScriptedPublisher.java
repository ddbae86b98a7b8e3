package dev.weir.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;

/** A source that plays a script to each subscriber and watches what the subscribers do. */
final class ScriptedPublisher implements Flow.Publisher<Integer> {
    private final Script script;
    private final Pace pace;
    private final History history;
    private final List<ScriptedSubscription> subscriptions = new ArrayList<>();

    ScriptedPublisher(Script script, Pace pace, History history) {
        this.script = script;
        this.pace = pace;
        this.history = history;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super Integer> subscriber) {
        ScriptedSubscription subscription = new ScriptedSubscription(script, pace, history, subscriber);
        synchronized (history) {
            history.add("source", "subscribed");
            subscriptions.add(subscription);
        }
        subscription.open();
    }

    /**
     * Lets the source do what it can do now, and waits until it has.
     *
     * @return whether it did something
     */
    boolean settle() {
        int before = history.size();
        if (pace == Pace.BY_HAND) {
            subscriptions().stream().filter(ScriptedSubscription::isOpened).forEach(ScriptedSubscription::play);
        } else {
            history.await(() -> subscriptions.stream().allMatch(ScriptedSubscription::isIdle), Probe.PATIENCE);
        }
        return history.size() != before;
    }

    List<ScriptedSubscription> subscriptions() {
        synchronized (history) {
            return List.copyOf(subscriptions);
        }
    }

    /** Whether each subscription has come to its end or was cancelled. */
    boolean awaitRelease(boolean patient) {
        return history.await(
                () -> subscriptions.stream().noneMatch(ScriptedSubscription::isOpen),
                patient ? Probe.PATIENCE : Duration.ZERO);
    }

    /** Whether somebody asked for items without bound. */
    boolean isUnbounded() {
        return subscriptions().stream().anyMatch(ScriptedSubscription::isUnbounded);
    }

    List<String> violations() {
        return subscriptions().stream()
                .flatMap(each -> each.violations().stream())
                .toList();
    }
}
