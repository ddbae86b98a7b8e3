package dev.weir.op.kernel.drain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.weir.Overflow;
import dev.weir.op.kernel.Recorder;
import dev.weir.op.kernel.stage.Upstream;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListenersTest {
    private final Listeners<Integer> listeners = new Listeners<>(0);
    private final Recorder<Integer> first = new Recorder<>();
    private final Recorder<Integer> second = new Recorder<>();

    @Test
    void allWhoListenHearAnItem() {
        listen(first);
        listeners.emit(1);
        Overflowing<Integer> later = listen(second);
        listeners.emit(2);
        listeners.remove(later);
        listeners.emit(3);
        assertEquals(List.of(1, 2, 3), first.signals);
        assertEquals(List.of(2), second.signals);
        assertEquals(1, listeners.count());
    }

    @Test
    void theOrderIsTheSameForAllIfOneEmitsInsideAnItem() {
        listen(first);
        listen(second);
        first.whenItem = item -> {
            if (item == 1) {
                listeners.emit(2);
            }
        };
        listeners.emit(1);
        assertEquals(List.of(1, 2), first.signals);
        assertEquals(List.of(1, 2), second.signals);
    }

    @Test
    void allAreEndedOnceAndThoseWhoComeLate() {
        IllegalStateException broken = new IllegalStateException("broken");
        listen(first);
        listeners.end(broken);
        listeners.end(null);
        listeners.emit(1);
        listen(second);
        assertEquals(List.of(broken), first.signals);
        assertEquals(List.of(broken), second.signals);
        assertEquals(0, listeners.count());
    }

    @Test
    void noLockIsHeldWhileAListenerRuns() {
        listen(first);
        first.whenItem = item -> assertFalse(Thread.holdsLock(listeners));
        listeners.emit(1);
        assertEquals(List.of(1), first.signals);
    }

    @Test
    void theFirstEndIsThatOfThoseWhoComeLate() {
        listeners.end(null);
        listeners.end(new IllegalStateException("late"));
        listen(first);
        assertEquals(List.of("completion"), first.signals);
    }

    private Overflowing<Integer> listen(Recorder<Integer> stage) {
        Overflowing<Integer> listener = new Overflowing<>(stage, stage, Overflow.buffer(9));
        listener.onSubscribe(Upstream.NONE);
        listener.request(9);
        listeners.add(listener);
        return listener;
    }
}
