package dev.weir.testkit;

import dev.weir.Clock;
import dev.weir.Context;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A block of a test that must leave nothing behind: no subscription to what is {@code watched(..)}, no timer of it, no item
 * that was on its way and that nobody received, and no thread inside of a pipeline, of whatever stream. What is left
 * after a minute fails the block, and tells where it began.
 *
 * <pre>{@code
 * try (Leaks leaks = Leaks.watch()) {
 *     Cancellable prices = leaks.watched(feed.prices()).subscribe(seen::add);
 *     prices.cancel();
 * }
 * }</pre>
 *
 * An item that is lost by intention, or closed, has an action above: {@code watched(many.onUndelivered(..))}. Pipelines that
 * other tests run meanwhile in the same JVM have threads, too: run such a test alone.
 */
public final class Leaks implements AutoCloseable {
    private final History history = new History(Clock.system());
    private final Remains subscriptions = new Remains(history);
    private final Remains timers = new Remains(history);
    private final List<Object> undelivered = new ArrayList<>(); // guarded by the history
    private final Set<Long> before = ThreadsInside.now().keySet();
    private final Duration patience;

    private Leaks(Duration patience) {
        this.patience = patience;
    }

    /** Begins a block. */
    public static Leaks watch() {
        return new Leaks(Probe.PATIENCE);
    }

    /** Begins a block that waits no longer than that for subscriptions and timers that are left at its end, and then for threads. */
    public static Leaks watch(Duration patience) {
        return new Leaks(patience);
    }

    /** The stream, each subscription to which must have ended, or be cancelled, by the end of the block. */
    public <T> Many<T> watched(Many<T> many) {
        return Many.deferContextual(context -> many.doFinally(entered(context))
                .onUndelivered(Object.class, this::keep)
                .withContext(this::watchingTime));
    }

    /** The One, each run of which must have ended, or be cancelled, by the end of the block. */
    public <T extends @Nullable Object> One<T> watched(One<T> one) {
        return One.deferContextual(context -> one.doFinally(entered(context))
                .onUndelivered(Object.class, this::keep)
                .withContext(this::watchingTime));
    }

    private Consumer<Ending> entered(Context context) {
        String name = context.name().isEmpty() ? "" : " \"" + context.name() + '"';
        Remains.Entry subscription = subscriptions.add("a subscription" + name);
        return ending -> subscription.remove();
    }

    private Context watchingTime(Context context) {
        return context.withClock(new WatchedClock(context.clock(), timers));
    }

    private void keep(Object item) {
        synchronized (history) {
            undelivered.add(item);
        }
    }

    /** Fails now if something is left. */
    public void assertNone() {
        List<Remains.Entry> begun = begun();
        Map<Long, String> threads = threads();
        List<String> left =
                new ArrayList<>(begun.stream().map(entry -> entry.what).toList());
        threads.values().forEach(stack -> left.add("the thread " + stack.replace("\n", "\n    ")));
        synchronized (history) {
            if (!undelivered.isEmpty()) {
                left.add("items that nobody received: " + undelivered);
            }
        }
        if (!left.isEmpty()) {
            AssertionError failed = new AssertionError("left behind:\n- " + String.join("\n- ", left));
            begun.forEach(entry -> failed.addSuppressed(entry.place));
            throw failed;
        }
    }

    /** Ends the block: waits until nothing is left, and fails if something is. */
    @Override
    public void close() {
        history.await(() -> begun().isEmpty(), patience);
        history.await(() -> threads().isEmpty(), patience);
        assertNone();
    }

    private List<Remains.Entry> begun() {
        return Stream.of(subscriptions, timers)
                .flatMap(remains -> remains.entries().stream())
                .toList();
    }

    private Map<Long, String> threads() {
        Map<Long, String> threads = ThreadsInside.now();
        threads.keySet().removeAll(before);
        return threads;
    }
}
