package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.EventLoopThread;
import dev.weir.Items;
import dev.weir.Many;
import dev.weir.One;
import java.io.BufferedReader;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class VirtualThreadsTest {
    private static final String TEXT = "one\ntwo\nthree\n";

    // tag::generate
    static Many<String> lines(String text) {
        return Many.generate(out -> {
            try (BufferedReader reader = new BufferedReader(new StringReader(text))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    out.emit(line); // waits here, on a virtual thread, until somebody wants the line
                }
            }
        });
    }

    // end::generate

    @Test
    void generate() {
        assertEquals(List.of("one", "two", "three"), lines(TEXT).toList().await());
    }

    @Test
    void iterate() {
        int total = 0;
        // tag::iterate
        try (Items<String> items = lines(TEXT).iterate()) {
            for (String line : items) {
                total += line.length(); // leaving the loop early cancels the stream
            }
        }
        // end::iterate
        assertEquals(11, total);
    }

    @Test
    void mapBlocking() {
        // tag::map-blocking
        Many<Integer> lengths = lines(TEXT).mapBlocking(4, line -> slowLength(line)); // in order, 4 at once
        // end::map-blocking
        assertEquals(List.of(3, 3, 5), lengths.toList().await());
    }

    private static int slowLength(String line) {
        return line.length();
    }

    // tag::bounded
    private final Semaphore calls = new Semaphore(4); // to a service that takes no more

    private One<String> ask(String question) {
        return One.blocking(() -> {
                    if (!calls.tryAcquire(1, TimeUnit.SECONDS)) { // no longer than somebody waits for it
                        throw new IllegalStateException("too many calls run already");
                    }
                    try {
                        return slowAnswer(question);
                    } finally {
                        calls.release(); // when the call has ended, whoever has gone
                    }
                })
                .timeout(Duration.ofSeconds(1));
    }

    // end::bounded

    private final CountDownLatch enough = new CountDownLatch(1);
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    private String slowAnswer(String question) throws InterruptedException {
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        try {
            return enough.await(30, TimeUnit.SECONDS) ? question + "!" : "";
        } finally {
            running.decrementAndGet();
        }
    }

    @Test
    void callsAreBounded() {
        List<String> answers = Many.range(0, 20)
                .mapAsync(20, i -> ask("ready?").onErrorResume(failure -> One.of("none")))
                .toList()
                .await();
        assertEquals(List.of("none"), answers.stream().distinct().toList());
        assertEquals(4, most.get());
        assertEquals(
                "none", ask("ready?").onErrorResume(failure -> One.of("none")).await());
        assertEquals(4, most.get());
        enough.countDown();
        assertEquals("ready?!", ask("ready?").await());
    }

    @Test
    void cancelling() throws InterruptedException {
        CountDownLatch cleaned = new CountDownLatch(1);
        // tag::cancel
        Many<Integer> endless = Many.generate(out -> {
            try {
                for (int i = 0; ; i++) {
                    out.emit(i); // throws CancellationException once the subscriber has gone
                }
            } finally {
                cleaned.countDown();
            }
        });

        Cancellable subscription = endless.subscribe(number -> {});
        subscription.cancel();
        // end::cancel
        assertTrue(cleaned.await(10, TimeUnit.SECONDS));
    }

    private static final class Loop extends Thread implements EventLoopThread {
        Loop(Runnable body) {
            super(body, "loop-1");
        }
    }

    @Test
    void eventLoopsNeverWait() throws Exception {
        FutureTask<IllegalStateException> task = new FutureTask<>(
                () -> assertThrows(IllegalStateException.class, () -> One.of(1).await()));
        new Loop(task).start();
        assertTrue(task.get(10, TimeUnit.SECONDS).getMessage().contains("loop-1"));
    }
}
