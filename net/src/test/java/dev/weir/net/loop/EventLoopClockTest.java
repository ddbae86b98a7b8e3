package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class EventLoopClockTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final EventLoopClock clock = new EventLoopClock(channel.eventLoop());

    @Test
    void runsTasksOnTheLoopWhenTheyAreDue() {
        List<String> ran = new ArrayList<>();
        channel.freezeTime();
        clock.schedule(() -> ran.add("late"), Duration.ofSeconds(2));
        clock.schedule(() -> ran.add("early"), Duration.ofSeconds(1));
        clock.schedule(() -> ran.add("never"), Duration.ofSeconds(Long.MAX_VALUE));
        channel.advanceTimeBy(1, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertEquals(List.of("early"), ran);
        channel.advanceTimeBy(1, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertEquals(List.of("early", "late"), ran);
    }

    @Test
    void doesNotRunWhatWasCancelled() {
        AtomicInteger ran = new AtomicInteger();
        clock.schedule(ran::incrementAndGet, Duration.ZERO).cancel();
        channel.runScheduledPendingTasks();
        assertEquals(0, ran.get());
    }

    @Test
    void survivesATaskThatThrows() {
        AtomicInteger ran = new AtomicInteger();
        clock.schedule(
                () -> {
                    throw new IllegalStateException("test");
                },
                Duration.ZERO);
        clock.schedule(ran::incrementAndGet, Duration.ZERO);
        channel.runScheduledPendingTasks();
        assertEquals(1, ran.get());
    }

    @Test
    void aPipelineOfAConnectionWaitsWithoutChangingThreads() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(request -> {
                    threads.add(Thread.currentThread());
                    return Many.range(0, 3)
                            .delay(Duration.ofMillis(1))
                            .doOnNext(i -> threads.add(Thread.currentThread()))
                            .count()
                            .delay(Duration.ofMillis(1))
                            .map(count -> {
                                threads.add(Thread.currentThread());
                                return Response.text("" + count);
                            });
                })
                .start()
                .await(Duration.ofMinutes(2));
        try (RawSocket socket = RawSocket.connect(server.port())) {
            assertEquals(
                    "3",
                    socket.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").reply().body());
        }
        server.close();
        server.closed().await(Duration.ofMinutes(2));
        assertEquals(1, threads.size(), threads.toString());
        Thread loop = threads.iterator().next();
        assertTrue(loop.getName().startsWith("weir-loop-"), loop.getName());
        assertTrue(loop instanceof dev.weir.EventLoopThread);
        assertFalse(loop.isDaemon());
    }

    @Test
    void waitingOnALoopFailsInsteadOfBlockingIt() {
        HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(request -> {
                    try {
                        One.timer(Duration.ofMillis(1)).await();
                        return One.of(Response.text("waited"));
                    } catch (IllegalStateException refused) {
                        return One.of(Response.text(refused.getMessage()));
                    }
                })
                .start()
                .await(Duration.ofMinutes(2));
        try (RawSocket socket = RawSocket.connect(server.port())) {
            String text =
                    socket.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").reply().body();
            assertTrue(text.startsWith("await would block the event loop \"weir-loop-"), text);
        }
        server.close();
        server.closed().await(Duration.ofMinutes(2));
    }
}
