package dev.weir.op.kernel.stage;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Trampoline;
import dev.weir.op.kernel.site.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A {@link Many} seen from the inside: something that can feed a stage. */
@SuppressWarnings("unchecked") // each operator attaches a stage of its own source's type
public abstract class Source<T> extends Many<T> {
    /**
     * Subscribes the stage: calls its {@code onSubscribe} exactly once, then signals as demanded. What is made from
     * another stream, or stands for one, has no such method, as that is subscribed to: by a sequence, which can be cancelled in
     * between, where there is no end of them.
     *
     * @param root the subscription as this source sees it
     * @param few whether it is known that there are just a few items
     */
    protected void start(Stage<? super T> stage, Root root, boolean few) {
        connect(Many.concat(this), stage, root);
    }

    /**
     * The stream to subscribe to in place of this one, asked for at each subscription; of operators, only those that
     * flatten are asked.
     *
     * @param depth how many stages, or what takes as much of the stack, are below it
     */
    protected Many<T> resolve(Root root, int depth) {
        return this;
    }

    /**
     * Whether there are just a few items, and it is known: too few for a copy of each stage to be worth looking it up.
     * What a function of the user's makes is few until it has made many. Of streams made from one above, that one is asked.
     */
    protected boolean isFew() {
        Object given = given();
        return given != null && !Site.isWide(given);
    }

    /** The name that this stream gives to the stages above it; null or empty if none. */
    protected @Nullable String pipeline() {
        return given() instanceof String name ? name : null;
    }

    /** What the user gave to be called when this is subscribed to, or the name; null if nothing. */
    public @Nullable Object given() {
        return null;
    }

    /** Makes what runs in one subscription, of a copied class or not: from the description, the stage that it signals, and the root. */
    protected interface Making<S, T, M> {
        M make(S source, Stage<? super T> downstream, Root root);
    }

    private final @Nullable Source<?> above;

    protected Source() {
        this.above = null;
    }

    /**
     * @param above what this is made from, if that is just one
     */
    protected Source(Many<?> above) {
        this.above = of(above);
    }

    /** The stream that this one is made from, for whoever knows that there is one, and of what. */
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // as the constructor has it
    public final <S> Source<S> source() {
        return (Source<S>) above;
    }

    /** For messages of those below a stream: the nearest name given in it, else none. */
    public static String pipeline(Many<?> many) {
        String name = null;
        for (Source<?> at = of(many); (name == null || name.isEmpty()) && at != null; at = at.above) {
            name = at.pipeline();
        }
        return Objects.requireNonNullElse(name, "");
    }

    /** Subscribes the stage to the stream. */
    public static <T> void connect(Many<T> many, Stage<? super T> stage) {
        connect(many, stage, stage.root());
    }

    /**
     * Subscribes the stage to the stream, which sees the subscription as the root shows it. Walks operators in a loop,
     * so the stack does not grow with the length of the chain.
     */
    public static <T> void connect(Many<T> many, Stage<? super T> stage, Root root) {
        Source<T> source = of(many);
        connect(source, stage, root, hasFew(source));
    }

    /** As {@link #connect(Many, Stage, Root)}, if it is known whether there are few items. */
    public static <T> void connect(Source<T> source, Stage<? super T> stage, Root root, boolean few) {
        try {
            attachAll((Source<Object>) source, (Stage<Object>) stage, root, few);
        } catch (Throwable failure) {
            root.caught(failure);
        }
    }

    /** Whether there are just a few items, and it is known: see {@link #isFew()}. No stream is looked into too far. */
    public static boolean hasFew(Source<?> from) {
        Source<?> at = from;
        for (int steps = 1; at.above != null; steps++) {
            if (steps == Trampoline.DEEPEST || (at instanceof Flattening<?, ?> flattening && flattening.isWide())) {
                return false;
            }
            at = at.above;
        }
        return at.isFew();
    }

    private static void attachAll(Source<Object> from, Stage<Object> stage, Root root, boolean few) {
        Source<Object> source = from;
        Stage<Object> next = stage;
        Root seen = root;
        int left = 64; // of streams that stand for others: then there is a stage, which can be cancelled
        try {
            for (; ; ) {
                if (Carried.isOn() && Carried.differ(next.context(), seen.context())) {
                    Crossing.connect(source, next, seen, few);
                    return;
                }
                if (next.depth() >= Trampoline.DEEPEST || (next instanceof Early && Trampoline.isBehind())) {
                    Trampolined.connect(source, next, seen, few);
                    return;
                }
                Source<Object> stands = left > 0 ? source.stands(seen, next.depth()) : null;
                stands = left == 0 && source instanceof Flattening ? of(Many.concat(source)) : stands;
                if (stands != null) {
                    left--;
                    source = stands;
                    few &= hasFew(stands);
                } else if (source instanceof Operator<?, ?>) {
                    next = ((Operator<Object, Object>) source).attach(next, seen, few);
                    if (next instanceof Early<?, ?> early) {
                        early.begin();
                    }
                    source = source.source();
                } else if (source instanceof WithContext<Object> scoped) {
                    seen = scoped.scope(seen);
                    source = scoped.source();
                } else {
                    break;
                }
            }
        } catch (Throwable failure) {
            fail(next, seen.made(failure, source.getClass(), source.given()));
            return;
        }
        source.start(next, seen, few);
    }

    /** Whether all of the streams have just a few items, as {@link #hasFew} says; refuses null. */
    protected static boolean haveFew(Many<?>[] streams, String each) {
        boolean few = true;
        for (Many<?> stream : streams) {
            few &= hasFew(of(Argument.given(stream, each)));
        }
        return few;
    }

    /** The streams of an iterable. */
    public static <T> Many<? extends T>[] all(Iterable<? extends Many<? extends T>> streams) {
        List<Many<? extends T>> all = new ArrayList<>();
        Argument.given(streams, "the iterable of streams").forEach(all::add);
        return (Many<? extends T>[]) all.toArray(new Many<?>[0]);
    }

    /** What to subscribe to in place of this, where that may stand for another again; null if this is it. */
    public final @Nullable Source<T> stands(Root root, int depth) {
        if (this instanceof Operator<?, ?> && !(this instanceof Flattening<?, ?>)) {
            return null; // most are, and need not be asked
        }
        Many<T> other = resolve(root, depth);
        return other == this ? null : of(other);
    }

    public static <T> Source<T> of(Many<T> many) {
        return many instanceof Source<T> source ? source : foreign(many);
    }

    private static <T> Source<T> foreign(Many<T> many) {
        throw many == null
                ? new NullPointerException("a stream is null")
                : new IllegalArgumentException(many.getClass().getName()
                        + " is no stream of Weir: make one with Many.from(publisher), generate(..) or emitter(..)");
    }

    /** Ends a stage that has not been subscribed yet with a failure. */
    public static void fail(Stage<?> stage, Throwable failure) {
        stage.onSubscribe(Upstream.NONE);
        stage.onError(failure);
        Failures.throwIfFatal(failure);
    }
}
