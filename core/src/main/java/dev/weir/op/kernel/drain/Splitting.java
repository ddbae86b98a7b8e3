package dev.weir.op.kernel.drain;

import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.Many.Group;
import dev.weir.OverflowException;
import dev.weir.Sharing;
import dev.weir.op.kernel.race.Once;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Known;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One subscription to a stream for parts of it, each of which is for one stage. */
public final class Splitting<K, T> extends Multicast<T> {
    /*
     * Items are passed on in their order: the first that waits opens its part, and waits for whoever is to consume that.
     * So there is one queue, and never more than one part that nobody has taken yet. If that stays so, while others are
     * ready for an item, they wait for each other: the timer finds it.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Rule<K, T> rule;
    private final Member<Group<K, T>> parent = new Member<>(this); // who gets the parts
    private final Map<K, Part> parts = new ConcurrentHashMap<>(); // it hashes a key also while it is empty
    private final Clock clock;
    private final Slot ending = new Slot();
    private final Slot patience = new Slot();
    private boolean waits; // for a part to be taken; this and the next in the drain
    private long waitsUntil;
    private @Nullable K key; // of the next item, as its part
    private @Nullable Part next;
    private int sweepAt = Known.FEW; // as soon as there are so many parts, those that were left go

    /**
     * How a stream is split.
     *
     * @param operator for messages
     * @param most how many parts there may be at once
     * @param size how many items end a part, whoever has left it; 0 if it begins anew instead, and has no end
     * @param nanos how long after its first item a part ends; 0 if it does not
     */
    public record Rule<K, T>(String operator, Function<? super T, ? extends K> key, int most, int size, long nanos) {}

    public Splitting(Rule<K, T> rule, Stage<? super Group<K, T>> stage, Root root) {
        super(stage, root.context(), Many.BUFFER_SIZE, Sharing.replaying(0), over -> {});
        this.rule = rule;
        this.clock = root.context().clock();
    }

    /** Subscribes the stage that gets the parts. */
    public void subscribe(Stage<? super Group<K, T>> stage) {
        add(parent, stage, () -> {});
    }

    @Override
    protected void emit() {
        if (rule.nanos > 0) {
            parts.values().removeIf(this::endsNow);
        }
        super.emit();
    }

    private boolean endsNow(Part part) {
        long left = rule.nanos > 0 && part.count > 0 ? part.endsAt - clock.nanoTime() : 1;
        boolean ends = left <= 0 || (part.count > 0 && part.count == rule.size);
        if (ends) {
            part.member.end(() -> part.member.stage.onComplete());
            remove(part.member, this::cancel);
        } else if (rule.nanos > 0 && part.count > 0 && ending.isEmpty()) { // also if it came early
            ending.schedule(root(), this::drain, Duration.ofNanos(left));
        }
        return ends;
    }

    @Override
    protected boolean isReadyFor(T item, boolean hasRoom) {
        Part part;
        try {
            key = key == null ? Argument.due(rule.key.apply(item), rule.operator + ": the function", "a key") : key;
            part = parts.get(key); // by what the user has written, too
        } catch (Throwable failure) {
            endWith(here(failure, rule.key));
            return false;
        }
        if (part == null || endsNow(part) || (rule.size == 0 && part.member.cancelled.isTaken())) {
            parts.remove(key);
            part = parent.isReady() ? open(key) : null;
        }
        next = part;
        if (part != null && parent.cancelled.isTaken() && part.taken.first()) {
            part.member.cancelled.first(); // nobody can come for it any more
        }
        if (part == null ? parent.cancelled.isTaken() : part.taken.isTaken()) {
            waits = false;
            return part == null || part.member.cancelled.isTaken() || part.member.isReady(); // it may be for nobody
        }
        if (!isCancelled()) {
            await(part == null ? "nobody takes the next" : "nobody consumes that of \"" + key + '"');
        }
        return false;
    }

    private @Nullable Part open(K newKey) {
        if (parts.size() >= Math.min(sweepAt, rule.most)) {
            parts.values().removeIf(part -> part.member.cancelled.isTaken());
            sweepAt = Math.max(Known.FEW, 2 * parts.size());
        }
        if (parts.size() >= rule.most) {
            String message = "more than " + rule.most + " groups at once: allow more, or have some end, as with take";
            endWith(here(new OverflowException(told(message)), rule.key));
            return null;
        }
        Part part = new Part();
        parts.put(newKey, part);
        parent.pass(new Group<>(newKey, part));
        return part;
    }

    /** Others may be waiting for whoever has to take a part; not for ever. */
    private void await(String what) {
        long now = clock.nanoTime();
        boolean overdue = waits && now - waitsUntil >= 0;
        if (overdue && isAwaited()) {
            String message = what + " for " + PATIENCE.toSeconds() + " s, while others wait for theirs: consume all at"
                    + " once, as flatMap does with a concurrency of their number; filter before, not behind";
            endWith(here(new IllegalStateException(told("of its groups, " + message)), null));
            return;
        } else if (overdue || !waits) {
            waits = true;
            waitsUntil = now + PATIENCE.toNanos();
        }
        if (patience.isEmpty()) { // else it is early, or has not fired
            patience.schedule(root(), this::drain, Duration.ofNanos(waitsUntil - now));
        }
    }

    private String told(String message) {
        return rule.operator + Failures.inPipeline(context().name()) + ": " + message;
    }

    @Override
    protected boolean pass(T item) {
        Part part = next;
        key = null;
        if (part == null || part.member.cancelled.isTaken()) {
            undelivered(item);
        } else {
            part.member.pass(item);
        }
        if (part != null && part.count++ == 0 && rule.nanos > 0) {
            part.endsAt = clock.nanoTime() + rule.nanos;
            parts.values().removeIf(this::endsNow); // or sets the timer
        } else if (part != null && part.count == rule.size) {
            parts.values().removeIf(this::endsNow);
        }
        return false;
    }

    @Override
    protected void cancelOthers() {
        ending.cancel();
        patience.cancel();
    }

    /** The items of one part, for one subscriber. */
    private final class Part extends Source<T> {
        private final Member<T> member = new Member<>(Splitting.this);
        private final Once taken = new Once();
        private int count; // this and the next in the drain
        private long endsAt;

        @Override
        protected void start(Stage<? super T> stage, Root root, boolean few) {
            String why = ": a group is for one subscriber, who comes while the groups are asked for: share() its items";
            boolean first = taken.first(); // if it is too late then, all has been cancelled, often also who comes
            Runnable late = () -> {
                String told = rule.operator + why;
                Throwable failure = first ? new CancellationException(told) : new IllegalStateException(told);
                fail(stage, root.made(failure, getClass(), null));
            };
            if (!first || !add(member, stage, late)) {
                late.run();
            }
        }
    }
}
