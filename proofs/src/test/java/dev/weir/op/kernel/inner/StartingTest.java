package dev.weir.op.kernel.inner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.op.kernel.Feed;
import dev.weir.op.kernel.Recorder;
import dev.weir.op.kernel.stage.Source;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartingTest {
    private final Starting starting = new Starting();
    private final List<String> events = new ArrayList<>();
    private final InnerHost<Integer> host = new InnerHost<>() {
        @Override
        public boolean innerNext(Inner<Integer> inner, Integer item) {
            events.add("item, starting " + starting.isStarting(inner));
            return true;
        }

        @Override
        public void innerError(Inner<Integer> inner, Throwable failure) {
            starting.ended(inner);
        }

        @Override
        public void innerComplete(Inner<Integer> inner) {
            events.add("completion, starting " + starting.isStarting(inner));
            starting.ended(inner);
        }
    };

    private Inner<Integer> inner() {
        return new Inner<>(host, new Recorder<>(), 4, 0);
    }

    /** Notes that nobody wants it any more. */
    private Many<Integer> noted(String name, Many<Integer> stream) {
        return stream.doFinally(ending -> {
            if (ending == Ending.CANCELLED) {
                events.add(name + " cancelled");
            }
        });
    }

    @Test
    void knowsWhatEndsWhileItIsStarted() {
        Inner<Integer> inner = inner();
        starting.start(inner, noted("it", Many.of(1)));
        assertEquals(List.of("item, starting true", "completion, starting true"), events);
        assertFalse(starting.isStarting(inner));
        starting.cancel();
        assertEquals(2, events.size());
    }

    @Test
    void cancelsThoseThatRunAndThoseThatComeLater() {
        Inner<Integer> runs = inner();
        Inner<Integer> ended = inner();
        starting.start(runs, noted("what runs", Many.never()));
        starting.start(ended, noted("what has ended", Many.never()));
        ended.onComplete();
        starting.cancel();
        Inner<Integer> late = inner();
        starting.start(late, Many.defer(() -> {
            events.add("subscribed");
            return Many.never();
        }));
        Source.connect(noted("what comes late", Many.never()), late);
        assertEquals(List.of("completion, starting false", "what runs cancelled", "what comes late cancelled"), events);
    }

    @Test
    void cancelsTheOneThatIsBeingStarted() {
        Inner<Integer> inner = inner();
        starting.start(inner, Many.defer(() -> {
            starting.cancel();
            return noted("it", Many.never());
        }));
        assertEquals(List.of("it cancelled"), events);
    }

    @Test
    void theOneThatIsBeingStartedStopsAtOnce() {
        starting.start(inner(), Many.range(0, 4).doOnNext(i -> starting.cancel()));
        assertEquals(List.of("item, starting true"), events);
    }

    @Test
    void anUpstreamThatComesAfterTheCancellationIsCancelled() {
        Feed feed = new Feed();
        Inner<Integer> inner = inner();
        inner.cancel();
        inner.onSubscribe(feed);
        assertTrue(feed.cancelled);
        assertEquals(0, feed.requested);
    }
}
