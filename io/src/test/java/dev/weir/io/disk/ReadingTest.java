package dev.weir.io.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.testkit.Probe;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ReadingTest {
    private final OutOfMemoryError outOfMemory = new OutOfMemoryError("no room for the line");
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private int opened;

    /** Pieces, of which each is supplied, and which are closed or not. */
    private class Counted implements Pieces<String> {
        private final Supplier<String> next;
        private final IOException closing;

        Counted(Supplier<String> next, IOException closing) {
            this.next = next;
            this.closing = closing;
            opened++;
        }

        @Override
        public String next() {
            return next.get();
        }

        @Override
        public void close() throws IOException {
            opened--;
            if (closing != null) {
                throw closing;
            }
        }
    }

    private Probe<String> reading(Supplier<String> next, Executor executor) {
        return Probe.subscribeTo(Reading.toTheEnd(() -> new Counted(next, null), executor), 1);
    }

    private String thrown(Error error) {
        throw error;
    }

    @Test
    void theEndOfWhatIsKnownToBeOverIsNotAskedFor() {
        Probe<String> probe = Probe.subscribeTo(
                Reading.toTheEnd(
                        () -> new Counted(() -> "a", null) {
                            @Override
                            public boolean isAtEnd() {
                                return true;
                            }
                        },
                        tasks::add),
                1);
        tasks.remove().run();
        probe.assertItems("a").assertCompleted();
        assertEquals(0, opened);
    }

    @Test
    void anErrorIsTheFailureAndClosesWhatIsOpen() {
        for (Error error : new Error[] {new StackOverflowError(), new AssertionError(), new LinkageError()}) {
            Probe<String> probe = reading(() -> thrown(error), tasks::add);
            tasks.remove().run();
            assertSame(error, probe.failure());
            assertEquals(0, opened);
        }
    }

    @Test
    void whatTheJvmMayNotSurviveIsForTheThreadToo() {
        Probe<String> probe = reading(() -> thrown(outOfMemory), tasks::add);
        assertSame(outOfMemory, assertThrows(OutOfMemoryError.class, tasks.remove()::run));
        assertSame(outOfMemory, probe.failure());
        assertEquals(0, opened);
    }

    @Test
    void whatASubscriberThrowsIsForTheThreadToo() {
        Probe<String> probe = Probe.subscribeTo(
                Reading.toTheEnd(() -> new Counted(() -> "a", null), tasks::add).map(a -> thrown(outOfMemory)), 1);
        assertSame(outOfMemory, assertThrows(OutOfMemoryError.class, tasks.remove()::run));
        assertSame(outOfMemory, probe.failure());
        assertEquals(0, opened);
    }

    @Test
    void onTheThreadOfWhoeverAsksItFailsOnce() {
        Probe<String> probe = reading(() -> thrown(outOfMemory), Runnable::run);
        assertSame(outOfMemory, probe.failure());
        assertEquals(0, opened);
    }

    @Test
    void onTheThreadOfWhoeverAsksManyPiecesTakeNoStack() {
        int many = 1_000_000;
        AtomicInteger read = new AtomicInteger();
        Probe<String> probe = Probe.subscribeTo(Reading.toTheEnd(
                () -> new Counted(() -> read.getAndIncrement() < many ? "a" : null, null), Runnable::run));
        probe.assertItemCount(many).assertCompleted();
        assertEquals(0, opened);
    }

    @Test
    void anExecutorThatThrowsWhateverItIsClosesWhatIsOpen() {
        for (Throwable refusal : new Throwable[] {new IllegalStateException("stopped"), outOfMemory}) {
            Probe<String> probe = reading(() -> "a", task -> {
                if (opened > 0) {
                    ReadingTest.<RuntimeException>throwIt(refusal);
                }
                task.run();
            });
            probe.assertItems("a").request(1);
            assertSame(refusal, probe.failure());
            assertEquals(0, opened);
        }
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> void throwIt(Throwable refusal) throws X {
        throw (X) refusal;
    }

    @Test
    void whatClosingThrowsIsSuppressedInTheFailure() {
        IllegalStateException broken = new IllegalStateException("broken");
        IOException closing = new IOException("closing");
        Probe<String> probe = Probe.subscribeTo(Reading.toTheEnd(
                () -> new Counted(
                        () -> {
                            throw broken;
                        },
                        closing),
                Runnable::run));
        assertSame(broken, probe.failure());
        assertSame(closing, broken.getSuppressed()[0]);
    }
}
