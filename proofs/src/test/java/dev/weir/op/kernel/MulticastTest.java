package dev.weir.op.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import java.util.List;
import org.junit.jupiter.api.Test;

class MulticastTest {
    private final Multicast<Integer> multicast = new Multicast<>(Context.empty(), 4);
    private final Recorder<Integer> first = new Recorder<>();
    private final Recorder<Integer> second = new Recorder<>();
    private final Feed feed = new Feed();

    @Test
    void emitsWhatAllDemand() {
        join(first, 9);
        join(second, 1);
        feed(1, 2);
        assertEquals(List.of(1), first.signals);
        second.upstream.request(1);
        assertEquals(List.of(1, 2), first.signals);
        assertEquals(List.of(1, 2), second.signals);
    }

    @Test
    void whatOneDoesNotAcceptUsesUpOnlyTheDemandOfOthers() {
        second.accepts = item -> false;
        join(first, 2);
        join(second, 1);
        feed(1, 2, 3);
        assertEquals(List.of(1, 2), first.signals);
        assertEquals(List.of(1, 2), second.signals);
    }

    @Test
    void whoComesDuringAnItemGetsTheNextOne() {
        first.whenItem = item -> {
            if (item == 1) {
                join(second, 9);
            }
        };
        join(first, 9);
        feed(1, 2);
        assertEquals(List.of(2), second.signals);
    }

    @Test
    void whoLeavesDuringAnItemGetsNoMore() {
        join(first, 9);
        join(second, 9);
        first.whenItem = item -> second.upstream.cancel();
        feed(1, 2);
        assertEquals(List.of(1, 2), first.signals);
        assertEquals(List.of(), second.signals);
    }

    @Test
    void isOverWithItsLastMember() {
        join(first, 9);
        multicast.onSubscribe(feed);
        first.upstream.cancel();
        first.upstream.cancel();
        assertTrue(feed.cancelled);
        assertFalse(multicast.add(second));
    }

    @Test
    void isOverBeforeItsSourceIfTheLastLeaves() {
        join(first, 9);
        first.upstream.cancel();
        multicast.onSubscribe(feed);
        assertTrue(feed.cancelled);
        assertEquals(0, feed.requested);
    }

    @Test
    void endsEachMemberOnce() {
        join(first, 0);
        join(second, 0);
        multicast.onSubscribe(feed);
        second.upstream.cancel();
        multicast.onComplete();
        first.upstream.cancel();
        assertEquals(List.of("completion"), first.signals);
        assertEquals(List.of(), second.signals);
        assertFalse(multicast.add(second));
    }

    private void join(Recorder<Integer> stage, long demand) {
        assertTrue(multicast.add(stage));
        if (demand > 0) {
            stage.upstream.request(demand);
        }
    }

    private void feed(Integer... items) {
        multicast.onSubscribe(feed);
        assertEquals(4, feed.requested);
        for (Integer item : items) {
            multicast.onNext(item);
        }
    }
}
