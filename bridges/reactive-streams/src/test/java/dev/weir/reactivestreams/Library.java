package dev.weir.reactivestreams;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.concurrent.Flow;
import java.util.function.UnaryOperator;
import kotlinx.coroutines.flow.FlowKt;
import kotlinx.coroutines.jdk9.ReactiveFlowKt;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.stream.javadsl.AsPublisher;
import org.apache.pekko.stream.javadsl.JavaFlowSupport;
import org.apache.pekko.stream.javadsl.Source;
import reactor.core.publisher.Flux;

/** What others make of our stream, as our stream again. */
enum Library {
    RXJAVA {
        @Override
        Many<Integer> map(Many<Integer> many, UnaryOperator<Integer> mapper) {
            return ReactiveStreams.many(
                    Flowable.fromPublisher(ReactiveStreams.publisher(many)).map(mapper::apply));
        }

        @Override
        Many<Integer> take(Many<Integer> many, int count) {
            return ReactiveStreams.many(
                    Flowable.fromPublisher(ReactiveStreams.publisher(many)).take(count));
        }
    },
    REACTOR {
        @Override
        Many<Integer> map(Many<Integer> many, UnaryOperator<Integer> mapper) {
            return ReactiveStreams.many(
                    Flux.from(ReactiveStreams.publisher(many)).map(mapper));
        }

        @Override
        Many<Integer> take(Many<Integer> many, int count) {
            return ReactiveStreams.many(
                    Flux.from(ReactiveStreams.publisher(many)).take(count));
        }
    },
    MUTINY {
        @Override
        Many<Integer> map(Many<Integer> many, UnaryOperator<Integer> mapper) {
            return Many.from(Multi.createFrom().publisher(many).map(mapper));
        }

        @Override
        Many<Integer> take(Many<Integer> many, int count) {
            return Many.from(Multi.createFrom().publisher(many).select().first(count));
        }
    },
    PEKKO {
        @Override
        Many<Integer> map(Many<Integer> many, UnaryOperator<Integer> mapper) {
            return Many.defer(() -> Many.from(
                    published(JavaFlowSupport.Source.fromPublisher(many).map(mapper::apply))));
        }

        @Override
        Many<Integer> take(Many<Integer> many, int count) {
            return Many.defer(() -> Many.from(
                    published(JavaFlowSupport.Source.fromPublisher(many).take(count))));
        }
    },
    KOTLIN {
        @Override
        Many<Integer> map(Many<Integer> many, UnaryOperator<Integer> mapper) {
            return Many.from(ReactiveFlowKt.asPublisher(
                    FlowKt.map(ReactiveFlowKt.asFlow(many), (item, then) -> mapper.apply(item))));
        }

        @Override
        Many<Integer> take(Many<Integer> many, int count) {
            return Many.from(ReactiveFlowKt.asPublisher(FlowKt.take(ReactiveFlowKt.asFlow(many), count)));
        }
    };

    /** What the library makes of each item. */
    abstract Many<Integer> map(Many<Integer> many, UnaryOperator<Integer> mapper);

    /** So many items, after which the library cancels. */
    abstract Many<Integer> take(Many<Integer> many, int count);

    private static Flow.Publisher<Integer> published(Source<Integer, NotUsed> source) {
        return source.runWith(JavaFlowSupport.Sink.asPublisher(AsPublisher.WITHOUT_FANOUT), Actors.SYSTEM);
    }

    /** Begins when the first stream of Pekko's does. */
    private static final class Actors {
        static final ActorSystem SYSTEM = started();

        private static ActorSystem started() {
            ActorSystem system = ActorSystem.create("interop");
            Runtime.getRuntime().addShutdownHook(new Thread(system::terminate));
            return system;
        }
    }
}
