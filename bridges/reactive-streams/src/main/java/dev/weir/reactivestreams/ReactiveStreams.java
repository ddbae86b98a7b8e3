package dev.weir.reactivestreams;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;

/**
 * Between {@code org.reactivestreams} and Weir. Demand, failures and cancellations go through unchanged; a publisher that
 * breaks the rules is a failure, as it is with {@link Many#from(Flow.Publisher)}. Contexts are each library's own: hand
 * over what is needed where one stream is put into the other.
 */
@CheckReturnValue
public final class ReactiveStreams {
    private ReactiveStreams() {}

    /** What the publisher emits: a {@code Flux}, {@code Flowable} or any other. */
    public static <T> Many<T> many(Publisher<? extends T> publisher) {
        return Many.from(FlowAdapters.<T>toFlowPublisher(publisher));
    }

    /**
     * What a publisher of at most one item emits, such as a {@code Mono} or {@code Single.toFlowable()}; null if it emits
     * none. It is cancelled when an item has come, as there may be more: so a {@code Mono} that takes its time hears of a
     * cancellation after its item, as with Reactor's {@code Mono.from(publisher)}; one that is there at once completes.
     */
    public static <T> One<@Nullable T> one(Publisher<? extends T> publisher) {
        return ReactiveStreams.<T>many(publisher).first();
    }

    /** The stream as a publisher: for {@code Flux.from(..)}, {@code Flowable.fromPublisher(..)}. */
    public static <T> Publisher<T> publisher(Many<T> many) {
        return FlowAdapters.toPublisher(many);
    }

    /** The value as a publisher of one item, or of none if it is null: for {@code Mono.from(..)}, {@code Single.fromPublisher(..)}. */
    public static <T> Publisher<T> publisher(One<@Nullable T> one) {
        return FlowAdapters.toPublisher(one.toMany());
    }
}
