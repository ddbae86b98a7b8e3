package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Emitter;
import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.testkit.OneLaws;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class EmitTest {
    private final AtomicReference<Emitter<Integer>> given = new AtomicReference<>();
    private final List<String> events = new ArrayList<>();

    @Test
    void laws() {
        OneLaws.checkSource(() -> One.<Integer>emitter(emitter -> emitter.next(1)));
        OneLaws.checkSource(() -> One.<Integer>emitter(emitter -> emitter.complete()));
        OneLaws.checkSource(() -> One.<Integer>emitter(emitter -> emitter.error(new IllegalStateException("planned"))));
        OneLaws.check(one -> one.flatMap(value -> One.<Integer>emitter(emitter -> emitter.next(2))));
        OneLaws.checkFunction((one, fault) ->
                one.flatMap(value -> One.<Integer>emitter(emitter -> emitter.next(fault.at(value, 2)))));
    }

    private Cancellable subscribe(Consumer<? super Emitter<Integer>> setup) {
        return One.<Integer>emitter(emitter -> {
                    given.set(emitter);
                    emitter.onEnd(() -> events.add("over"));
                    setup.accept(emitter);
                })
                .onUndelivered(Integer.class, value -> events.add("undelivered " + value))
                .named("emitting")
                .subscribe(value -> events.add("value " + value), failure -> events.add(failure.getMessage()));
    }

    private void assertEvents(String... expected) {
        assertEquals(List.of(expected), events);
        events.clear();
    }

    @Test
    void theFirstItemIsTheValueAndLaterOnesAreUndelivered() {
        subscribe(emitter -> {});
        assertEquals(1, given.get().requested());
        assertFalse(given.get().isCancelled());
        given.get().next(1);
        assertEvents("value 1", "over");
        assertEquals(0, given.get().requested());
        assertTrue(given.get().isCancelled());
        given.get().next(2);
        given.get().complete();
        assertEvents("undelivered 2");
    }

    @Test
    void anItemOfTheSetupIsTheValueAndWhatItBelongsToEndsAfterIt() {
        subscribe(emitter -> {
            emitter.next(1);
            assertEquals(0, emitter.requested());
            emitter.next(2);
            emitter.complete();
        });
        assertEvents("undelivered 2", "value 1", "over");
    }

    @Test
    void aCompletionGivesNull() {
        subscribe(Emitter::complete);
        assertEvents("over", "value null");
        subscribe(emitter -> {});
        given.get().complete();
        given.get().complete();
        assertEvents("over", "value null");
        given.get().next(3);
        assertEvents("undelivered 3");
    }

    @Test
    void anErrorFailsItAndALaterOneIsReported() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            subscribe(emitter -> emitter.error(new IllegalStateException("broken")));
            assertEvents("over", "broken");
            subscribe(emitter -> {});
            given.get().error(new IllegalStateException("broken"));
            assertEvents("over", "broken");
            assertEquals(List.of(), dropped.failures());
            IllegalStateException late = new IllegalStateException("late");
            given.get().error(late);
            assertSame(late, dropped.failures().getFirst());
            assertEquals(List.of("emitting"), dropped.pipelines());
            assertEvents();
        }
    }

    @Test
    void whatTheSetupThrowsFailsItUnlessItHasEnded() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            subscribe(emitter -> {
                throw new IllegalStateException("setup");
            });
            assertEvents("over", "setup");
            subscribe(emitter -> {
                emitter.next(1);
                throw new IllegalStateException("setup");
            });
            assertEvents("value 1", "over");
            assertEquals(1, dropped.failures().size());
        }
        Throwable failure = assertThrows(
                IllegalStateException.class,
                () -> One.<Integer>emitter(emitter -> {
                            throw new IllegalStateException();
                        })
                        .await());
        assertTrue(
                Stream.of(failure.getSuppressed())
                        .anyMatch(note -> note.getMessage().startsWith("at stage emitter (EmitTest.java:")),
                () -> List.of(failure.getSuppressed()).toString());
    }

    @Test
    void aCancellationEndsIt() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Cancellable subscription = subscribe(emitter -> {});
            subscription.cancel();
            subscription.cancel();
            assertEvents("over");
            assertTrue(given.get().isCancelled());
            assertEquals(0, given.get().requested());
            given.get().next(1);
            given.get().complete();
            assertEvents("undelivered 1");
            given.get().error(new IllegalStateException("late"));
            assertEquals(1, dropped.failures().size());
        }
    }

    @Test
    void anActionThatComesAfterTheEndRunsAtOnce() {
        subscribe(emitter -> emitter.onEnd(() -> events.add("another")));
        given.get().complete();
        assertEvents("another", "value null");
        given.get().onEnd(() -> events.add("late"));
        assertEvents("late");
        subscribe(emitter -> {}).cancel();
        given.get().onEnd(() -> events.add("late"));
        assertEvents("over", "late");
    }

    @Test
    void whatTheActionThrowsIsReported() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            for (Consumer<Emitter<Integer>> end : List.<Consumer<Emitter<Integer>>>of(
                    Emitter::complete,
                    emitter -> emitter.next(1),
                    emitter -> emitter.error(new ArithmeticException("broken")))) {
                subscribe(emitter -> emitter.onEnd(() -> {
                    throw new IllegalStateException("over");
                }));
                end.accept(given.get());
            }
            assertEvents("value null", "value 1", "broken");
            assertEquals(3, dropped.failures().size());
        }
    }

    @Test
    void asksAtOnceAndNeverNested() {
        subscribe(emitter -> emitter.onRequest(() -> {
            events.add("asked");
            emitter.onRequest(() -> {
                events.add("asked again");
                emitter.next(1);
            });
            events.add("answered");
        }));
        assertEvents("asked", "answered", "asked again", "value 1", "over");
        given.get().onRequest(() -> events.add("too late"));
        assertEvents();
        subscribe(emitter -> emitter.onRequest(() -> {
            throw new IllegalStateException("asked");
        }));
        assertEvents("over", "asked");
    }

    @Test
    void whatItBelongsToEndsAlsoIfTheJvmMayNotSurvive() {
        OutOfMemoryError fatal = new OutOfMemoryError("planned");
        for (boolean early : new boolean[] {true, false}) {
            Consumer<Emitter<Integer>> setup = emitter -> {
                given.set(emitter);
                emitter.onEnd(() -> events.add("over"));
                if (early) {
                    emitter.next(1);
                }
            };
            assertSame(fatal, assertThrows(OutOfMemoryError.class, () -> {
                One.<Integer>emitter(setup)
                        .<Integer>map(value -> {
                            throw fatal;
                        })
                        .subscribe(value -> {}, failure -> events.add(failure.getMessage()));
                given.get().next(1);
            }));
            assertEvents("planned", "over");
        }
    }

    @Test
    void refusesNull() {
        subscribe(emitter -> {});
        assertRefused("next: the item is null", () -> given.get().next(null));
        assertRefused("error: the failure is null", () -> given.get().error(null));
        assertRefused("onEnd: the action is null", () -> given.get().onEnd(null));
        assertRefused("onRequest: the action is null", () -> given.get().onRequest(null));
        assertRefused("emitter: the setup is missing: it must not be null", () -> One.emitter(null));
        assertEvents();
    }

    private static void assertRefused(String message, Executable call) {
        assertEquals(message, assertThrows(NullPointerException.class, call).getMessage());
    }

    @Test
    void ofSeveralThreadsOneGivesTheValue() throws InterruptedException {
        for (int round = 0; round < 100; round++) {
            AtomicInteger values = new AtomicInteger();
            AtomicInteger undelivered = new AtomicInteger();
            AtomicInteger ends = new AtomicInteger();
            One.<Integer>emitter(emitter -> {
                        given.set(emitter);
                        emitter.onEnd(ends::incrementAndGet);
                    })
                    .onUndelivered(Integer.class, value -> undelivered.incrementAndGet())
                    .subscribe(value -> values.incrementAndGet());
            List<Thread> threads = IntStream.range(0, 4)
                    .mapToObj(i -> Thread.ofPlatform().start(() -> given.get().next(i)))
                    .toList();
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(List.of(1, 3, 1), List.of(values.get(), undelivered.get(), ends.get()));
        }
    }
}
