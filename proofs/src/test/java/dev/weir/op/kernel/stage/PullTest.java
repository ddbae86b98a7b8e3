package dev.weir.op.kernel.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.Many.Unfolded;
import dev.weir.op.kernel.Recorder;
import dev.weir.testkit.Probe;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PullTest {
    private static final int MANY = 100_000;

    private final Recorder<Integer> recorder = new Recorder<>();

    @Test
    void emitsWhatIsAskedFor() {
        Numbers numbers = new Numbers(3);
        numbers.request(2);
        assertEquals(List.of(0, 1), recorder.signals);
        numbers.request(5);
        assertEquals(List.of(0, 1, 2, "completion"), recorder.signals);
    }

    @Test
    void whatIsNotAcceptedUsesUpNoDemand() {
        recorder.accepts = item -> item % 2 == 1;
        new Numbers(9).request(2);
        assertEquals(List.of(0, 1, 2, 3), recorder.signals);
    }

    @Test
    void whatIsNotAcceptedTakesNoTurnOfItsOwn() {
        recorder.accepts = item -> item == 250;
        Numbers numbers = new Numbers(MANY);
        numbers.request(1);
        assertEquals(251, recorder.signals.size());
        assertEquals(2, numbers.turns, "the first few, and the rest");
    }

    @Test
    void emitsNothingAfterTheEndOrACancellation() {
        Numbers ended = new Numbers(1);
        ended.request(Long.MAX_VALUE);
        ended.request(1);
        Numbers cancelled = new Numbers(9);
        cancelled.cancel();
        cancelled.request(1);
        assertEquals(List.of(0, "completion"), recorder.signals);
    }

    @Test
    void emitsNothingAfterTheItemInWhichItIsCancelled() {
        Numbers numbers = new Numbers(9);
        recorder.whenItem = item -> numbers.cancel();
        numbers.request(9);
        numbers.request(1);
        assertEquals(List.of(0), recorder.signals);
    }

    @Test
    void aRequestInsideAnItemDoesNotGrowTheStack() {
        Numbers numbers = new Numbers(MANY);
        recorder.whenItem = item -> numbers.request(1);
        numbers.request(1);
        assertEquals(MANY + 1, recorder.signals.size());
    }

    @Test
    void whatIsThrownBelowCrashesTheSubscriptionAndNothingMoreIsEmitted() {
        IllegalStateException broken = new IllegalStateException("broken");
        Numbers numbers = new Numbers(9);
        recorder.whenItem = item -> {
            throw broken;
        };
        numbers.request(1);
        numbers.request(1);
        assertEquals(List.of(broken), recorder.crashes);
        assertEquals(List.of(0), recorder.signals);
    }

    @Test
    void whoAskedAloneAndAsksAgainGetsNothingAfterTheEnd() {
        Numbers numbers = new Numbers(1);
        numbers.requestAlone(9);
        numbers.request(1);
        assertEquals(List.of(0, "completion"), recorder.signals);
    }

    @Test
    void whoAskedAloneAndAsksAgainGetsNothingAfterACrash() {
        Numbers numbers = new Numbers(9);
        recorder.whenItem = item -> {
            throw new IllegalStateException("broken");
        };
        numbers.requestAlone(1);
        numbers.request(1);
        assertEquals(List.of(0), recorder.signals);
    }

    @Test
    @Timeout(60)
    void aCancellationIsSeenAlsoWhereNoItemIsEverWanted() throws InterruptedException {
        CountDownLatch hot = new CountDownLatch(1);
        Probe<Integer> probe = Probe.demanding(1);
        Many<Integer> none = Many.unfold(0, n -> new Unfolded<>(n, n + 1)).filter(n -> {
            if (n == MANY) {
                hot.countDown();
            }
            return false;
        });
        Thread emitting = Thread.ofPlatform().start(() -> none.subscribe(probe));
        hot.await();
        probe.cancel();
        emitting.join();
    }

    private final class Numbers extends Pull<Integer> {
        private final int end;
        private int next;
        private int turns;

        Numbers(int end) {
            super(recorder, recorder);
            this.end = end;
        }

        @Override
        protected long emit(int tries, long demand) {
            turns++;
            long left = demand;
            for (int i = 0; i < tries && left > 0 && next < end && !isCancelled(); i++) {
                if (downstream.onNext(next++)) {
                    left--;
                }
            }
            if (next < end || isCancelled()) {
                return left;
            }
            downstream.onComplete();
            return ENDED;
        }
    }
}
