package dev.weir.op.kernel.root;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FailuresTest {
    /** One of those whose class says when two are the same. */
    @SuppressWarnings("ThrowableEqualsHashCode") // so are those that other languages make
    private static final class Alike extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient IntSupplier hash;

        Alike(IntSupplier hash) {
            this.hash = hash;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Alike;
        }

        @Override
        public int hashCode() {
            return hash.getAsInt();
        }
    }

    @Test
    void whoGetsAFailureAloneIsToldAllHoweverAlikeOneIsThatSeveralGet() {
        Alike several = new Alike(() -> 1);
        assertSame(several, Failures.shared(several));
        assertTrue(Failures.isShared(several));
        assertFalse(Failures.suppress(several, new IllegalStateException("of one of them")));
        Alike alone = new Alike(() -> 1);
        assertFalse(Failures.isShared(alone));
        assertTrue(Failures.suppress(alone, new IllegalStateException("note")));
    }

    @Test
    void aFailureThatHasNoHashReachesAllWhoWait() {
        Alike broken = new Alike(() -> {
            throw new IllegalStateException("no hash");
        });
        One<Integer> cached = One.<Integer>fail(() -> broken).cache();
        for (int i = 0; i < 2; i++) {
            Throwable told = assertThrows(Throwable.class, cached::await);
            assertTrue(Failures.isCausedBy(Alike.class, told));
        }
    }

    /** Those that nobody keeps go. */
    @Test
    void manySharedFailuresComeAndGo() {
        List<Throwable> kept = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            Throwable failure = Failures.shared(new IllegalStateException("" + i));
            if (i % 100 == 0) {
                kept.add(failure);
            }
        }
        assertTrue(kept.stream().allMatch(Failures::isShared));
        for (int i = 0; i < 100 && Failures.SHARED.size() > 1_000; i++) {
            System.gc();
            Stream.generate(IllegalStateException::new).limit(256).forEach(Failures::shared);
        }
        assertTrue(Failures.SHARED.size() <= 1_000, () -> Failures.SHARED.size() + " are left");
        assertTrue(kept.stream().allMatch(Failures::isShared));
    }

    @Test
    void aStackThatHasOverflowedIsThereAgainAndWhatTheJvmMayNotSurviveIsFatal() {
        assertFalse(Failures.isFatal(new StackOverflowError()));
        assertFalse(Failures.isFatal(new AssertionError()));
        assertTrue(Failures.isFatal(new OutOfMemoryError()));
        assertTrue(Failures.isFatal(new InternalError()));
    }
}
