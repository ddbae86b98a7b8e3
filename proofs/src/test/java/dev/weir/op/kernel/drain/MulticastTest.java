package dev.weir.op.kernel.drain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.Sharing;
import dev.weir.op.kernel.Feed;
import dev.weir.op.kernel.Recorder;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Upstream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MulticastTest {
    private final Recorder<Integer> first = new Recorder<>();
    private final Recorder<Integer> second = new Recorder<>();
    private final Feed feed = new Feed();
    private final List<Object> events = new ArrayList<>();
    private final Multicast<Integer> multicast =
            new Multicast<>(first, Context.empty(), 4, Sharing.replaying(0), over -> events.add("over"));

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
        assertFalse(multicast.add(second, () -> events.add("again")));
        assertEquals(List.of("over"), events);
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
        assertFalse(multicast.add(second, () -> events.add("again")));
        assertEquals(List.of("over"), events);
    }

    @Test
    void whoComesWhileItsSourceIsBeingCancelledStartsAnewWhenThatIsOver() {
        join(first, 9);
        multicast.onSubscribe(new Upstream() {
            @Override
            public void request(long n) {}

            @Override
            public void cancel() {
                assertTrue(multicast.add(second, () -> events.add("again")));
                events.add("cancelled");
            }
        });
        first.upstream.cancel();
        assertEquals(List.of("cancelled", "over", "again"), events);
        assertSame(Upstream.NONE, second.upstream);
    }

    @Test
    void whoComesWhileTheOthersAreEndedIsTooLate() {
        first.whenItem = item -> multicast.onComplete();
        second.whenItem = item -> assertFalse(multicast.add(new Recorder<>(), () -> events.add("again")));
        join(first, 9);
        join(second, 9);
        feed(1);
        assertEquals(List.of(1, "completion"), first.signals);
        assertEquals(List.of(1, "completion"), second.signals);
        assertEquals(List.of("over"), events);
    }

    @Test
    void aMemberThatThrowsCrashesAlone() {
        IllegalStateException broken = new IllegalStateException("broken");
        first.whenItem = item -> {
            throw broken;
        };
        join(first, 9);
        join(second, 9);
        feed(1, 2);
        assertEquals(List.of(broken, broken), first.crashes); // a recorder does not cancel
        assertEquals(List.of(), second.crashes);
        assertEquals(List.of(1, 2), second.signals);
    }

    @Test
    void aCrashOfItsSourceIsEverybodysAndItsEndOnce() {
        IllegalStateException broken = new IllegalStateException("broken");
        join(first, 9);
        join(second, 9);
        multicast.onSubscribe(feed);
        multicast.root().crash(broken);
        multicast.root().crash(broken);
        assertTrue(feed.cancelled);
        assertEquals(List.of(broken), first.crashes);
        assertEquals(List.of(broken), second.crashes);
        assertEquals(List.of("over"), events);
    }

    @Test
    void whatWaitsForTheSlowestIsToldWhenTheLastLeaves() {
        List<Object> undelivered = new ArrayList<>();
        Context context = Undelivered.with(Integer.class, undelivered::add).apply(Context.empty());
        Multicast<Integer> guarded = new Multicast<>(first, context, 4, Sharing.replaying(0), over -> {});
        assertTrue(guarded.add(first, () -> {}));
        guarded.onSubscribe(feed);
        guarded.onNext(1);
        guarded.onNext(2);
        first.upstream.cancel();
        guarded.onNext(3);
        assertEquals(List.of(1, 2, 3), undelivered);
    }

    private void join(Recorder<Integer> stage, long demand) {
        assertTrue(multicast.add(stage, () -> events.add("again")));
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
