package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.weir.Broadcast;
import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.OverflowException;
import dev.weir.Retry;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What pipelines that fail or stall tell of themselves is what the guide says that they do. */
@Timeout(60)
class DebuggingTest {
    private final VirtualTime time = new VirtualTime();
    private final CountDownLatch goOn = new CountDownLatch(1);

    @TempDir
    private Path folder;

    @Test
    void names() {
        List<String> codes = List.of("EUR");
        // tag::names
        One<List<String>> prices = Many.from(codes)
                .mapAsync(16, code -> One.blocking(() -> price(code)).named("price of " + code)) // one of many
                .named("prices") // the whole
                .toList();
        // end::names
        assertEquals(List.of("EUR on price of EUR/blocking"), prices.await());
    }

    private static String price(String code) {
        return code + " on " + Thread.currentThread().getName();
    }

    @Test
    void log() {
        try (Logged log = Logged.by("dev.weir.words")) {
            // tag::log
            One<List<String>> words = Many.of("to be", "or", "not to be")
                    .filter(text -> text.contains(" "))
                    .log("words")
                    .take(1)
                    .named("hamlet")
                    .toList();
            // end::log
            assertEquals(List.of("to be"), words.await());
            assertTold(log.lines());
            assertEquals(4, log.lines().size());
        }
    }

    @Test
    void giveUp() {
        // tag::retry
        One<String> answer = One.<String>fail(() -> new IOException("nobody is there"))
                .retry(Retry.atMost(2))
                .named("greeting");
        // end::retry
        Throwable failure = assertThrows(CompletionException.class, answer::await);
        assertTold(List.of(
                failure.toString(), failure.getCause().getSuppressed()[0].getMessage()));
    }

    @Test
    void silent() {
        try (Logged log = Logged.by("dev.weir.source")) {
            // tag::silent
            Many<Integer> ticks = Many.<Integer>never() // a source that has nothing to say
                    .log("source")
                    .timeout(Duration.ofSeconds(5))
                    .named("ticks");
            // end::silent
            Probe<Integer> probe = Probe.subscribeTo(ticks, time);
            time.advance(Duration.ofSeconds(5));
            Throwable failure = probe.assertFailed(TimeoutException.class).failure();
            assertTold(log.lines());
            assertEquals(3, log.lines().size());
            assertTold(List.of(failure.toString()));
        }
    }

    @Test
    void unasked() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        try (Logged log = Logged.by("dev.weir.numbers")) {
            // tag::unasked
            Many<Integer> numbers = Many.<Integer>generate(out -> {
                        for (int i = 1; ; i++) {
                            out.emit(i);
                        }
                    })
                    .log("numbers")
                    .named("unread");
            numbers.subscribe(new Flow.Subscriber<>() {
                @Override
                public void onSubscribe(Flow.Subscription subscription) {
                    subscription.request(2); // and never again
                }

                @Override
                public void onNext(Integer item) {
                    both.countDown();
                }

                @Override
                public void onError(Throwable failure) {}

                @Override
                public void onComplete() {}
            });
            // end::unasked
            both.await();
            awaitDump("unread/generate", "WAITING", "Generate");
            assertTold(log.lines());
            assertEquals(4, log.lines().size());
        }
    }

    @Test
    void full() throws Exception {
        CountDownLatch stuck = new CountDownLatch(2);
        try (ExecutorService worker = Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().name("worker").factory());
                Logged before = Logged.by("dev.weir.before");
                Logged after = Logged.by("dev.weir.after")) {
            // tag::full
            Many<Integer> orders = Many.range(1, 100)
                    .log("before")
                    .publishOn(worker, 4) // one thread, and a queue of four
                    .log("after")
                    .named("orders");
            // end::full
            Cancellable running = orders.subscribe(order -> {
                stuck.countDown();
                if (order == 2) {
                    store();
                }
            });
            assertTrue(stuck.await(30, TimeUnit.SECONDS));
            awaitDump("\"worker\"", "WAITING", "DebuggingTest.store");
            assertTold(before.lines());
            assertTold(after.lines());
            assertEquals(
                    List.of(6, 4), List.of(before.lines().size(), after.lines().size()));
            running.cancel();
            goOn.countDown();
        }
    }

    private void store() {
        try {
            goOn.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void overflow() {
        // tag::overflow
        Broadcast<Integer> prices = Broadcast.create();
        Many<Integer> slow = prices.listen(Overflow.buffer(2)).named("slow reader");
        // end::overflow
        Probe<Integer> probe = Probe.subscribeTo(slow, 0);
        for (int i = 1; i <= 3; i++) {
            prices.emit(i);
        }
        probe.request(9);
        assertTold(List.of(probe.assertFailed(OverflowException.class).failure().toString()));
    }

    @Test
    void await() {
        One<Object> report = One.never().named("report");
        Throwable failure = assertThrows(CompletionException.class, () -> report.await(Duration.ofMillis(10)));
        assertTold(List.of(failure.toString()));
    }

    /** The thread dump shows a thread of that name in that state at that place, in the end. */
    private void awaitDump(String thread, String state, String place) throws IOException {
        while (Arrays.stream(dump())
                .noneMatch(shown -> Stream.of(thread, state, place).allMatch(shown::contains))) {
            Thread.onSpinWait();
        }
    }

    private String[] dump() throws IOException {
        Path file = folder.resolve("dump");
        Files.deleteIfExists(file);
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
        return Files.readString(file).split("\n\n", -1);
    }

    private static void assertTold(List<String> lines) {
        String page;
        try {
            page = Files.readString(Path.of("guide/debugging.md"));
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
        for (String line : lines) {
            String told = line.replace("(on " + Thread.currentThread().getName() + ")", "(on main)");
            assertTrue(page.contains(told), () -> "the guide does not show: " + told);
        }
    }
}
