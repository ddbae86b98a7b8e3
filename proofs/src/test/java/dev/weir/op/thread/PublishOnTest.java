package dev.weir.op.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class PublishOnTest {
    private static final Executor THREADS =
            task -> Thread.ofVirtual().name("publishing").start(task);

    private final VirtualTime time = new VirtualTime();
    private final TestPublisher<Integer> source = TestPublisher.create();

    @Test
    void laws() {
        OperatorLaws.check(many -> many.publishOn(Runnable::run));
        OperatorLaws.check(many -> many.publishOn(Runnable::run, 1).filter(i -> i % 2 == 0));
    }

    @Test
    void lawsOnOtherThreads() {
        OperatorLaws.of(many -> many.publishOn(THREADS)).asynchronous().check();
        OperatorLaws.of(many -> many.publishOn(THREADS, 3).filter(i -> i % 2 == 0))
                .asynchronous()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).publishOn(THREADS, 8));
    }

    @Test
    void emitsEverythingOnTheExecutor() {
        List<String> threads = new CopyOnWriteArrayList<>();
        Many<Integer> many = Many.range(0, 1_000)
                .publishOn(THREADS, 16)
                .doOnNext(i -> threads.add(Thread.currentThread().getName()))
                .doFinally(ending -> threads.add(Thread.currentThread().getName()));
        Probe.subscribeTo(many).awaitEnd().assertItemCount(1_000).assertCompleted();
        assertEquals(1_001, threads.stream().filter("publishing"::equals).count());
    }

    @Test
    void hopsOnceWhenNothingIsBetweenTwoHops() {
        List<Runnable> first = new CopyOnWriteArrayList<>();
        Many<Integer> many = Many.range(0, 9).publishOn(first::add).publishOn(time.executor());
        Probe<Integer> probe = Probe.subscribeTo(many);
        time.advance(Duration.ZERO);
        probe.assertItemCount(9).assertCompleted();
        assertEquals(List.of(), first);
    }

    @Test
    void asksForAFullBufferThenForThreeQuartersOfIt() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().publishOn(time.executor(), 8), 6);
        source.assertRequested(8).next(0, 1, 2, 3, 4, 5, 6, 7);
        probe.assertNothing();
        runTasks();
        probe.assertItems(0, 1, 2, 3, 4, 5);
        source.assertRequested(14);
    }

    @Test
    void countsOnWhenItRunsDry() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().publishOn(time.executor(), 8));
        source.next(0, 1, 2, 3, 4, 5, 6, 7);
        runTasks();
        probe.assertItemCount(8);
        source.assertRequested(14).next(8, 9, 10);
        runTasks();
        source.assertRequested(14).next(11);
        runTasks();
        source.assertRequested(20);
    }

    @Test
    void takesOneTaskForAllThatWaits() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().publishOn(time.executor()));
        runTasks();
        source.next(1, 2, 3).complete();
        assertEquals(1, time.pending());
        runTasks();
        probe.assertItems(1, 2, 3).assertCompleted();
    }

    @Test
    void aFailureComesAfterTheItemsBeforeIt() {
        IllegalStateException broken = new IllegalStateException("broken");
        Probe<Integer> probe = Probe.subscribeTo(source.many().publishOn(time.executor()), 1);
        source.next(1, 2).error(broken);
        runTasks();
        probe.assertItems(1).assertNotEnded();
        probe.request(1);
        runTasks();
        probe.assertItems(1, 2).assertFailed(broken::equals);
    }

    @Test
    void aRejectedTaskFailsAndCancels() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().publishOn(rejectingAfter(0)), 1);
        source.assertRequested(Many.BUFFER_SIZE).next(1).assertCancelled();
        probe.assertItems().assertFailed(RejectedExecutionException.class);
        probe.request(1);
    }

    @Test
    void aCancellationDropsWhatWaits() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().publishOn(time.executor()));
        source.next(1);
        probe.cancel();
        runTasks();
        source.assertCancelled();
        probe.assertNothing();
    }

    @Test
    void refusesABufferThatIsNotPositive() {
        assertThrows(
                IllegalArgumentException.class,
                () -> Many.of(1).publishOn(Runnable::run, 0).subscribe());
    }

    private void runTasks() {
        time.advance(Duration.ZERO);
    }

    private static Executor rejectingAfter(int tasks) {
        int[] left = {tasks};
        return task -> {
            if (left[0]-- == 0) {
                throw new RejectedExecutionException("no more");
            }
            task.run();
        };
    }

    /** One that runs the task at once, and throws what the JVM may not survive, has not refused it. */
    @Test
    void whatATaskThrowsIsNoRefusal() {
        Many<Integer> failing = Many.of(1, 2).publishOn(Runnable::run).map(i -> {
            throw new InternalError("planned");
        });
        assertThrows(InternalError.class, () -> failing.toList().await());
    }

    @Test
    void whatWasRefusedDoesNotRunLater() {
        List<Runnable> taken = new ArrayList<>();
        Many<Integer> many = Many.of(1, 2).publishOn(task -> {
            taken.add(task);
            throw new RejectedExecutionException("planned");
        });
        Probe<Integer> probe = Probe.subscribeTo(many).assertFailed(RejectedExecutionException.class);
        taken.forEach(Runnable::run);
        probe.assertItems();
    }

    /** The last item and the end may come while the chain below is still asking for it. */
    @Test
    void endsAboveALongChain() {
        Many<Integer> chain =
                Many.of(1).publishOn(task -> CompletableFuture.runAsync(task).join());
        for (int i = 0; i < 150; i++) {
            chain = chain.map(n -> n + 1);
        }
        assertEquals(
                List.of(151),
                chain.toList().toCompletionStage().toCompletableFuture().getNow(List.of()));
    }

    /** As after {@code shutdownNow}. */
    @Test
    void aCancellationGivesUpWhatAnExecutorDoesNotRun() {
        List<Runnable> neverRun = new ArrayList<>();
        List<Integer> told = new ArrayList<>();
        Probe<Integer> probe =
                Probe.subscribeTo(source.many().publishOn(neverRun::add).onUndelivered(Integer.class, told::add));
        source.next(1, 2);
        probe.cancel();
        assertEquals(List.of(1, 2), told);
        neverRun.forEach(Runnable::run);
        assertEquals(List.of(1, 2), told);
    }
}
