package dev.weir.op.kernel.inner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.Feed;
import dev.weir.op.kernel.Recorder;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class SequenceTest {
    private static final int MANY = 100_000;

    private final IllegalStateException broken = new IllegalStateException("broken");
    private final Recorder<Integer> recorder = new Recorder<>();
    private final List<String> events = new ArrayList<>();
    private final Hand hand = new Hand();

    @Test
    void oneStreamAfterTheOtherInALoop() throws Exception {
        Threads.onFreshThread(() -> connect(new Counting(MANY)));
        assertEquals(List.of("completion"), recorder.signals);
    }

    @Test
    void aSequenceInLastPlaceLeavesNothingBehind() throws Exception {
        Threads.onFreshThread(() -> connect(nested(MANY)));
        assertEquals(List.of("completion"), recorder.signals);
    }

    private static Sequence<Integer> nested(int left) {
        return new Scripted((sequel, sequencing) -> {
            if (left == 0) {
                sequencing.end(sequel, null);
            } else {
                sequencing.startLast(sequel, nested(left - 1));
            }
        });
    }

    @Test
    void anInnerSequenceGoesOnWithTheOuterOneWhenItIsOver() {
        Sequence<Integer> inner = new Counting(2);
        connect(Many.concat(Many.of(1), inner, Many.concat(Many.of(2), Many.of(3)), Many.of(4)));
        recorder.upstream.request(Long.MAX_VALUE);
        assertEquals(List.of(1, 2, 3, 4, "completion"), recorder.signals);
    }

    @Test
    void theFirstBeginsBeforeDownstreamIsSubscribedSoThatItMayBeCancelledThere() {
        connect(new Scripted((sequel, sequencing) -> {
            events.add(recorder.upstream == sequencing ? "after" : "before");
            sequencing.end(sequel, null);
        }));
        assertEquals(List.of("before"), events);
        assertEquals(List.of("completion"), recorder.signals);
    }

    @Test
    void whatOneLeavesOverIsAskedOfTheNext() {
        Hand second = new Hand();
        connect(Many.concat(hand, second));
        recorder.upstream.request(5);
        hand.stage.onNext(1);
        hand.stage.onComplete();
        assertEquals(5, hand.feed.requested);
        assertEquals(4, second.feed.requested);
    }

    @Test
    void knownItemsArePassedOnIfThereIsRoomForAllOfThem() {
        connect(Many.concat(Many.of(1, 2), hand));
        assertEquals(List.of(), recorder.signals);
        recorder.upstream.request(1);
        assertEquals(List.of(1), recorder.signals);
        recorder.upstream.request(2);
        assertEquals(List.of(1, 2), recorder.signals);
        assertEquals(1, hand.feed.requested);
    }

    @Test
    void aFailureThatNobodyHandlesGoesThroughAllSequels() {
        connect(Many.concat(Many.concat(hand, Many.of(1)), Many.of(2)));
        hand.stage.onError(broken);
        assertEquals(List.of(broken), recorder.signals);
    }

    @Test
    void whatASequelThrowsWhenItBeginsFailsWhatItIsIn() {
        connect(Many.concat(
                        new Scripted((sequel, sequencing) -> {
                            throw broken;
                        }),
                        Many.of(1))
                .onErrorReturn(failure -> 2));
        recorder.upstream.request(9);
        assertEquals(List.of(2, "completion"), recorder.signals);
    }

    @Test
    void aCancellationReachesTheStreamThatRunsAndStartsNothingMore() {
        connect(Many.concat(hand, Many.defer(() -> {
            events.add("started");
            return Many.of(1);
        })));
        recorder.upstream.cancel();
        assertTrue(hand.feed.cancelled);
        hand.stage.onComplete();
        assertEquals(List.of(), events);
        assertEquals(List.of(), recorder.signals);
    }

    @Test
    void aFailureAfterTheCancellationIsReported() {
        connect(Many.concat(hand, Many.of(1)));
        recorder.upstream.cancel();
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            hand.stage.onError(broken);
            assertEquals(List.of(broken), dropped.failures());
        }
    }

    @Test
    void aCancellationInsideAKnownItemIsTheLastSignal() {
        recorder.whenItem = item -> recorder.upstream.cancel();
        connect(Many.concat(hand, Many.of(1, 2), Many.of(3)));
        recorder.upstream.request(9);
        hand.stage.onComplete();
        assertEquals(List.of(1), recorder.signals);
    }

    @Test
    void eachStreamSeesTheContextThatItWasGiven() {
        connect(Many.concat(
                Many.deferContextual(context -> named(context)).named("a"),
                Many.deferContextual(context -> named(context)),
                Many.concat(Many.deferContextual(context -> named(context)), Many.empty())
                        .named("b")));
        assertEquals(List.of("a", "", "b"), events);
        assertEquals(List.of("completion"), recorder.signals);
    }

    private Many<Integer> named(Context context) {
        events.add(context.name());
        return Many.empty();
    }

    private void connect(Many<Integer> many) {
        Source.connect(many, recorder);
    }

    /** Starts so many empty streams. */
    private static final class Counting extends Sequence<Integer> {
        private final int count;

        Counting(int count) {
            this.count = count;
        }

        @Override
        protected Sequel<Integer> open(Root root) {
            return new Sequel<>(root, null) {
                private int left = count;

                @Override
                protected void begin(Sequencing<Integer> sequencing) {
                    if (left-- > 0) {
                        sequencing.start(this, Many.empty());
                    } else {
                        sequencing.end(this, null);
                    }
                }

                @Override
                protected void completed(Sequencing<Integer> sequencing) {
                    begin(sequencing);
                }
            };
        }
    }

    private static final class Scripted extends Sequence<Integer> {
        private final BiConsumer<Sequel<Integer>, Sequencing<Integer>> script;

        Scripted(BiConsumer<Sequel<Integer>, Sequencing<Integer>> script) {
            this.script = script;
        }

        @Override
        protected Sequel<Integer> open(Root root) {
            return new Sequel<>(root, null) {
                @Override
                protected void begin(Sequencing<Integer> sequencing) {
                    script.accept(this, sequencing);
                }
            };
        }
    }

    /** A stream whose signals the test sends. */
    private static final class Hand extends Source<Integer> {
        private final Feed feed = new Feed();
        private Stage<? super Integer> stage;

        @Override
        protected void start(Stage<? super Integer> newStage, Root root, boolean few) {
            stage = newStage;
            newStage.onSubscribe(feed);
        }
    }
}
