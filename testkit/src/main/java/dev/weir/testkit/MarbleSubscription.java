package dev.weir.testkit;

import dev.weir.Cancellable;
import dev.weir.testkit.Mark.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Flow;
import java.util.function.Function;

/**
 * One subscriber of a {@link MarbleSource}, which keeps to its demand: what is not asked for waits
 * if the source is cold, and is dropped if it is hot.
 */
final class MarbleSubscription<T> implements Flow.Subscription {
    private final Flow.Subscriber<? super T> subscriber;
    private final Function<String, ? extends T> values;
    private final boolean hot;
    private final Timeline timeline;
    private final long begun; // its marks count from here: a cold source starts with each subscription
    private final Queue<Mark> due = new ArrayDeque<>();
    private final List<Mark> happened = new ArrayList<>();
    private final List<Cancellable> timers = new ArrayList<>();
    private long demand;
    private boolean draining;
    private boolean done;

    MarbleSubscription(
            Flow.Subscriber<? super T> subscriber,
            Function<String, ? extends T> values,
            boolean hot,
            Timeline timeline) {
        this.subscriber = subscriber;
        this.values = values;
        this.hot = hot;
        this.timeline = timeline;
        this.begun = hot ? 0 : timeline.now();
    }

    void onCancel(Cancellable timer) {
        timers.add(timer);
        if (done) {
            timer.cancel();
        }
    }

    void offer(Mark mark) {
        if (!hot || mark.kind() != Kind.ITEM || demand > 0) {
            due.add(mark);
            drain();
        }
    }

    List<Mark> happened() {
        return happened;
    }

    private long now() {
        return timeline.now() - begun;
    }

    private void drain() {
        if (draining) {
            return;
        }
        draining = true;
        for (Mark mark = due.peek(); mark != null && !done; mark = due.peek()) {
            if (mark.kind() == Kind.ITEM && demand == 0) {
                break;
            }
            due.remove();
            emit(mark);
        }
        draining = false;
    }

    private void emit(Mark mark) {
        happened.add(new Mark(now(), mark.kind(), mark.text()));
        switch (mark.kind()) {
            case COMPLETE -> {
                done = true;
                subscriber.onComplete();
            }
            case FAIL -> {
                done = true;
                subscriber.onError(new MarbleFailure());
            }
            default -> {
                demand -= demand == Long.MAX_VALUE ? 0 : 1;
                subscriber.onNext(values.apply(mark.text()));
            }
        }
    }

    @Override
    public void request(long n) {
        if (!done) {
            happened.add(Mark.request(now(), n));
            demand = SignalRules.sum(demand, n);
            drain();
        }
    }

    @Override
    public void cancel() {
        if (!done) {
            done = true;
            happened.add(Mark.of(now(), Kind.CANCEL));
            timers.forEach(Cancellable::cancel);
        }
    }
}
