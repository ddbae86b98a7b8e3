package dev.weir.postgres.hub;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.postgres.pipe.Loop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Without a server or a connection. */
class LoopTasksTest {
    private final Loop loop = new Loop("weir-test");
    private final LoopTasks tasks = new LoopTasks(() -> loop);
    private final List<String> log = new ArrayList<>();

    @AfterEach
    void close() {
        loop.close();
    }

    /** Until all that was added so far has run. */
    private void await() throws InterruptedException {
        CountDownLatch run = new CountDownLatch(1);
        loop.execute(() -> loop.execute(run::countDown)); // behind what those that run may have added
        assertTrue(run.await(120, TimeUnit.SECONDS));
    }

    @Test
    void theyRunOneAfterTheOtherAlsoThoseThatTheyAdd() throws InterruptedException {
        tasks.execute(() -> {
            log.add("first " + Thread.currentThread().getName());
            tasks.execute(() -> log.add("third"));
            log.add("second");
        });
        await();
        assertEquals(List.of("first weir-test", "second", "third"), log);
    }

    @Test
    void whatIsAddedOnTheLoopRunsAtOnce() throws InterruptedException {
        loop.execute(() -> {
            tasks.execute(() -> log.add("first"));
            log.add("second");
        });
        await();
        assertEquals(List.of("first", "second"), log);
    }

    @Test
    void oneThatThrowsTakesNoneWithIt() throws InterruptedException {
        loop.execute(() -> tasks.execute(() -> {
            tasks.execute(() -> log.add("added before"));
            throw new IllegalStateException("test");
        }));
        tasks.execute(() -> log.add("added later"));
        await();
        assertEquals(
                List.of("added before", "added later"), log.stream().sorted().toList());
    }

    @Test
    void thoseThatComeAfterTheEndAreForgotten() throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        loop.execute(() -> loop.vertx().close().onComplete(_ -> ended.countDown()));
        assertTrue(ended.await(120, TimeUnit.SECONDS));
        tasks.execute(() -> log.add("late"));
        loop.close(); // nor does it matter how often it is ended
        assertEquals(List.of(), log);
    }
}
