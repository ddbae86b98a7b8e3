package dev.weir.op.kernel.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.op.kernel.Feed;
import dev.weir.op.kernel.Recorder;
import org.junit.jupiter.api.Test;

class EarlyTest {
    private final Recorder<Integer> recorder = new Recorder<>();
    private final Feed feed = new Feed();
    private final Waiting waiting = new Waiting();

    EarlyTest() {
        waiting.begin();
    }

    @Test
    void whatIsAskedForInPartsBeforeThereIsAnUpstreamIsAskedForAtOnce() {
        waiting.request(1);
        waiting.request(2);
        waiting.onSubscribe(feed);
        assertEquals(3, feed.requested);
        waiting.request(4);
        assertEquals(7, feed.requested);
    }

    @Test
    void oneThatIsAskedForBeforeThereIsAnUpstreamIsNotLost() {
        waiting.request(1);
        waiting.onSubscribe(feed);
        assertEquals(1, feed.requested);
    }

    @Test
    void anUpstreamThatComesAfterTheCancellationIsCancelledAndNotAsked() {
        waiting.request(1);
        waiting.cancel();
        waiting.onSubscribe(feed);
        assertTrue(feed.cancelled);
        assertEquals(0, feed.requested);
    }

    private final class Waiting extends Early<Integer, Integer> {
        Waiting() {
            super(recorder, recorder);
        }

        @Override
        public boolean onNext(Integer item) {
            return downstream.onNext(item);
        }
    }
}
