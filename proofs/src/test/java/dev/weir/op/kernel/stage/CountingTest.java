package dev.weir.op.kernel.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.op.kernel.Recorder;
import org.junit.jupiter.api.Test;

class CountingTest {
    private final Recorder<Integer> recorder = new Recorder<>();
    private final Asked asked = new Asked();

    @Test
    void countsUpToUnboundedAndStaysThere() {
        assertEquals(0, asked.count(2));
        assertEquals(2, asked.count(Long.MAX_VALUE - 1));
        assertEquals(Long.MAX_VALUE, asked.demand());
        assertEquals(Long.MAX_VALUE, asked.count(1));
        assertEquals(Long.MAX_VALUE, asked.demand());
    }

    @Test
    void countsOnFromWhatWasAskedForAlone() {
        asked.requestAlone(3);
        assertEquals(3, asked.count(2));
        asked.requestAlone(4);
        assertEquals(9, asked.demand());
        asked.requestAlone(Long.MAX_VALUE - 1);
        assertEquals(Long.MAX_VALUE, asked.demand());
    }

    private final class Asked extends Counting<Integer, Integer> {
        Asked() {
            super(recorder, recorder);
        }

        @Override
        public boolean onNext(Integer item) {
            return downstream.onNext(item);
        }
    }
}
