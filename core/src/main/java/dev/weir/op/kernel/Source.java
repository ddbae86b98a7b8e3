package dev.weir.op.kernel;

import dev.weir.Many;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A {@link Many} seen from the inside: something that can feed a stage. */
public abstract class Source<T> extends Many<T> {
    /**
     * Subscribes the stage: calls its {@code onSubscribe} exactly once, then signals as demanded.
     */
    protected abstract void start(Stage<? super T> stage);

    /** The stream to subscribe to in place of this one, asked for at each subscription. */
    protected Many<T> resolve() {
        return this;
    }

    /** The name that this stream gives to the stages above it. */
    protected @Nullable String name() {
        return null;
    }

    /** For messages of those below a stream: the nearest name given in it, else none. */
    public static String pipeline(Many<?> many) {
        Source<?> source = of(many);
        while (source.name() == null && source instanceof Operator<?, ?> link) {
            source = link.source();
        }
        return Objects.requireNonNullElse(source.name(), "");
    }

    @Override
    public final void subscribe(Flow.Subscriber<? super T> subscriber) {
        connect(this, ForeignSubscriber.of(this, subscriber));
    }

    /**
     * Subscribes the stage to the stream. Walks operators in a loop, so the stack does not grow
     * with the length of the chain.
     */
    @SuppressWarnings("unchecked") // each operator attaches a stage of its own source's type
    public static <T> void connect(Many<T> many, Stage<? super T> stage) {
        Source<?> source = of(many);
        Stage<Object> next = (Stage<Object>) stage;
        try {
            for (source = resolved(source); source instanceof Operator<?, ?> link; source = resolved(link.source())) {
                next = stage((Operator<Object, Object>) link, next);
            }
        } catch (Throwable failure) {
            fail(next, failure);
            return;
        }
        ((Source<Object>) source).start(next);
    }

    private static Stage<Object> stage(Operator<Object, Object> operator, Stage<Object> next) {
        Object function = operator.function();
        return Tailor.make(operator.getClass(), function == null ? next : function, operator, next, Operator::attach);
    }

    /** What the stream stands for now: itself, or what its supplier supplies. */
    public static <T> Source<T> resolved(Many<T> many) {
        Source<T> source = of(many);
        for (Source<T> next = of(source.resolve()); next != source; next = of(source.resolve())) {
            source = next;
        }
        return source;
    }

    public static <T> Source<T> of(Many<T> many) {
        if (many instanceof Source<T> source) {
            return source;
        }
        throw foreign(many);
    }

    private static RuntimeException foreign(Many<?> many) {
        return many == null
                ? new NullPointerException("a stream is null")
                : new IllegalArgumentException(many.getClass().getName()
                        + " is a subclass of Many that Weir does not know: make streams with Many.from(publisher),"
                        + " generate(..) or emitter(..)");
    }

    /** Ends a stage that has not been subscribed yet with a failure. */
    public static void fail(Stage<?> stage, Throwable failure) {
        stage.onSubscribe(Upstream.NONE);
        stage.onError(failure);
    }

    /** Ends a stage that has not been subscribed yet. */
    public static void complete(Stage<?> stage) {
        stage.onSubscribe(Upstream.NONE);
        stage.onComplete();
    }
}
