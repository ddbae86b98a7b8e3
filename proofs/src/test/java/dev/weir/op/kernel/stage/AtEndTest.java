package dev.weir.op.kernel.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Ending;
import dev.weir.op.kernel.Feed;
import dev.weir.op.kernel.Recorder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AtEndTest {
    private final Recorder<Integer> recorder = new Recorder<>();
    private final Feed feed = new Feed();
    private final List<Ending> endings = new ArrayList<>();
    private final Acting acting = new Acting();

    AtEndTest() {
        acting.onSubscribe(feed);
    }

    @Test
    void anEndThatMeetsACancellationFindsTheActDone() {
        acting.cancel();
        acting.onComplete();
        acting.onError(new IllegalStateException("late"));
        assertEquals(List.of(Ending.CANCELLED), endings);
        assertTrue(feed.cancelled);
    }

    @Test
    void aCancellationThatMeetsTheEndFindsTheActDone() {
        acting.onComplete();
        acting.cancel();
        assertEquals(List.of(Ending.COMPLETED), endings);
    }

    private final class Acting extends AtEnd<Integer> {
        Acting() {
            super(recorder, recorder);
        }

        @Override
        public boolean onNext(Integer item) {
            return downstream.onNext(item);
        }

        @Override
        protected void atEnd(Ending ending) {
            endings.add(ending);
        }
    }
}
