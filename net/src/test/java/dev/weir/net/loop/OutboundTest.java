package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.net.NoLeaks;
import dev.weir.testkit.TestPublisher;
import io.netty.buffer.ByteBuf;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.nio.NioIoHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class OutboundTest {
    private static final int HIGH = 64 * 1024;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final EmbeddedChannel turns = new EmbeddedChannel(); // only for its loop, whose tasks run when told to
    private final Output out = output(new LoopShare(
            EventLoops.shared(), turns.eventLoop(), Held.ofClient(Long.MAX_VALUE), null, Duration.ofSeconds(1)));
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final AtomicInteger ends = new AtomicInteger();

    private Output output(LoopShare share) {
        channel.config().setWriteBufferWaterMark(Listener.WATER_MARKS);
        return new Output(channel, share);
    }

    private Outbound<Integer> outbound(int itemSize) {
        return new Outbound<>(turns.eventLoop(), out, (item, to) -> to.bytes(new byte[itemSize]), ended -> {
            failure.set(ended);
            ends.incrementAndGet();
        });
    }

    /** The peer takes all that was flushed. */
    private int taken() {
        int bytes = 0;
        for (ByteBuf buffer = channel.readOutbound(); buffer != null; buffer = channel.readOutbound()) {
            bytes += buffer.readableBytes();
            buffer.release();
        }
        return bytes;
    }

    @AfterEach
    void release() {
        out.discard();
        channel.finishAndReleaseAll();
    }

    @Test
    void asksForNoMoreThanFillsTheChannel() {
        for (int size : new int[] {10, 100, 1_000, 10_000, 100_000}) {
            AtomicInteger produced = new AtomicInteger();
            Outbound<Integer> outbound = outbound(size);
            Many.range(0, Integer.MAX_VALUE)
                    .map(i -> produced.incrementAndGet())
                    .subscribe(outbound);
            int bytes = produced.get() * size; // nothing has been flushed yet
            assertTrue(bytes <= 2 * HIGH + 8 * size, bytes + " bytes of items of " + size);
            outbound.cancel();
            turns.runPendingTasks();
            taken();
        }
    }

    @Test
    void goesOnWhenThePeerKeepsUpAgain() {
        AtomicInteger produced = new AtomicInteger();
        Outbound<Integer> outbound = outbound(1_000);
        Many.range(0, 1_000).map(i -> produced.incrementAndGet()).subscribe(outbound);
        int first = produced.get();
        assertTrue(first < 1_000);
        int total = 0;
        while (produced.get() < 1_000) {
            out.flush();
            total += taken();
            outbound.pull();
            turns.runPendingTasks();
        }
        out.flush();
        assertEquals(1_000_000, total + taken());
        assertEquals(1, ends.get());
        assertNull(failure.get());
    }

    @Test
    void sendsABurstInOneWrite() {
        Outbound<Integer> outbound = outbound(10);
        Many.range(0, 100).subscribe(outbound);
        assertNull(channel.readOutbound(), "nothing is flushed item by item");
        turns.runPendingTasks();
        ByteBuf all = channel.readOutbound();
        assertEquals(1_000, all.readableBytes());
        all.release();
        assertNull(channel.readOutbound());
    }

    @Test
    void letsOthersHaveTheirTurn() {
        AtomicInteger produced = new AtomicInteger();
        Outbound<Integer> outbound = outbound(1);
        Many.range(0, 100_000).map(i -> produced.incrementAndGet()).subscribe(outbound);
        int before = 0;
        while (produced.get() < 100_000) {
            int one = produced.get() - before;
            assertTrue(one <= 17 * 64, one + " items in one turn");
            before = produced.get();
            turns.runPendingTasks();
        }
        taken();
    }

    @Test
    void cancelsASourceThatItCanNotWrite() {
        AtomicReference<Ending> ended = new AtomicReference<>();
        Outbound<Integer> outbound = new Outbound<>(
                turns.eventLoop(),
                out,
                (item, to) -> {
                    if (item == 3) {
                        throw new IllegalStateException("test");
                    }
                    to.octet(item);
                },
                cause -> {
                    failure.set(cause);
                    ends.incrementAndGet();
                });
        Many.range(0, 10).doFinally(ended::set).subscribe(outbound);
        assertEquals("test", failure.get().getMessage());
        assertEquals(Ending.CANCELLED, ended.get());
        assertEquals(1, ends.get());
    }

    @Test
    void tellsTheSourcesFailure() {
        IllegalStateException expected = new IllegalStateException("test");
        Many.<Integer>fail(() -> expected).subscribe(outbound(1));
        assertSame(expected, failure.get());
    }

    @Test
    void isQuietAfterItWasCancelled() {
        TestPublisher<Integer> source = TestPublisher.create();
        Outbound<Integer> outbound = outbound(1);
        Many.from(source).subscribe(outbound);
        outbound.cancel();
        outbound.cancel();
        source.assertCancelled();
        turns.runPendingTasks();
        assertEquals(0, taken());
        assertEquals(0, ends.get());
        Outbound<Integer> early = outbound(1);
        early.cancel();
        AtomicReference<Ending> ended = new AtomicReference<>();
        Many.range(0, 3).doFinally(ended::set).subscribe(early);
        assertEquals(Ending.CANCELLED, ended.get());
    }

    /** Signals from another thread wake the loop once per burst, and arrive in order. */
    @Test
    void aBurstFromAnotherThreadIsOneTask() throws InterruptedException {
        AtomicInteger tasks = new AtomicInteger();
        DefaultEventLoop loop = new DefaultEventLoop() {
            @Override
            public void execute(Runnable task) {
                tasks.incrementAndGet();
                super.execute(task);
            }
        };
        List<Integer> written = new ArrayList<>();
        CountDownLatch ended = new CountDownLatch(1);
        Output other = output(
                new LoopShare(EventLoops.shared(), loop, Held.ofClient(Long.MAX_VALUE), null, Duration.ofSeconds(1)));
        Outbound<Integer> outbound =
                new Outbound<>(loop, other, (item, to) -> written.add(item), cause -> ended.countDown());
        AtomicInteger demand = new AtomicInteger();
        outbound.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {
                demand.addAndGet((int) n);
            }

            @Override
            public void cancel() {
                throw new AssertionError("nobody cancels");
            }
        });
        int next = 0;
        for (int burst = 0; burst < 100; burst++) {
            CountDownLatch busy = new CountDownLatch(1);
            CountDownLatch free = new CountDownLatch(1);
            loop.execute(() -> {
                busy.countDown();
                awaitUninterrupted(free);
            });
            busy.await();
            int before = tasks.get();
            int items = demand.getAndSet(0);
            assertTrue(items > 0);
            for (int i = 0; i < items; i++) {
                outbound.onNext(next++);
            }
            assertEquals(1, tasks.get() - before, "tasks for " + items + " items");
            free.countDown();
            CountDownLatch done = new CountDownLatch(1);
            loop.execute(done::countDown);
            done.await();
        }
        outbound.onComplete();
        ended.await();
        for (int i = 0; i < next; i++) {
            assertEquals(i, written.get(i));
        }
        assertEquals(next, written.size());
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }

    /** As of one source for all of them. */
    @Test
    void burstsForManyConnectionsAreTakenOverInTurns() throws InterruptedException {
        int connections = 200;
        var group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        EventLoop loop = group.next();
        AtomicInteger written = new AtomicInteger();
        AtomicInteger longest = new AtomicInteger();
        Output other = output(
                new LoopShare(EventLoops.shared(), loop, Held.ofClient(Long.MAX_VALUE), null, Duration.ofSeconds(1)));
        Map<Outbound<Integer>, AtomicInteger> demands = new LinkedHashMap<>();
        for (int i = 0; i < connections; i++) {
            Outbound<Integer> outbound =
                    new Outbound<>(loop, other, (item, to) -> written.incrementAndGet(), cause -> {});
            AtomicInteger demand = new AtomicInteger();
            demands.put(outbound, demand);
            outbound.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long n) {
                    demand.addAndGet((int) n);
                }

                @Override
                public void cancel() {
                    throw new AssertionError("nobody cancels");
                }
            });
        }
        int sent = 0;
        while (sent < 100_000) {
            CountDownLatch free = new CountDownLatch(1);
            loop.execute(() -> {
                loop.schedule(new Turns(loop, written, longest), 0, TimeUnit.NANOSECONDS);
                awaitUninterrupted(free);
            });
            for (Map.Entry<Outbound<Integer>, AtomicInteger> connection : demands.entrySet()) {
                for (int items = connection.getValue().getAndSet(0); items > 0; items--) {
                    connection.getKey().onNext(sent++);
                }
            }
            free.countDown();
            while (written.get() < sent) {
                Thread.onSpinWait();
            }
        }
        assertTrue(longest.get() <= 2 * 2048 + 64, longest + " items at a time");
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }

    /** Looks each time when a loop has looked at its sockets how much was written meanwhile, until nothing more is. */
    private static final class Turns implements Runnable {
        private final EventLoop loop;
        private final AtomicInteger written;
        private final AtomicInteger longest;
        private int before;

        Turns(EventLoop loop, AtomicInteger written, AtomicInteger longest) {
            this.loop = loop;
            this.written = written;
            this.longest = longest;
            this.before = written.get();
        }

        @Override
        public void run() {
            int now = written.get();
            int more = now - before;
            longest.accumulateAndGet(more, Math::max);
            before = now;
            if (more > 0) {
                loop.schedule(this, 0, TimeUnit.NANOSECONDS);
            }
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aSourceThatCannotWakeTheLoopCanStillSayThatItHasFailed() {
        FullHeap heap = new FullHeap();
        Outbound<Integer> outbound =
                new Outbound<>(heap.elsewhere(turns.eventLoop()), out, (item, to) -> to.octet(item), ended -> {
                    failure.set(ended);
                    ends.incrementAndGet();
                });
        FullHeap.Full full = assertThrows(FullHeap.Full.class, () -> outbound.onNext(1));
        heap.hasRoom();
        outbound.onError(full);
        turns.runPendingTasks();
        assertEquals(1, ends.get());
        assertSame(full, failure.get());
        assertEquals(1, taken());
    }

    @Test
    void refusesItemsThatNobodyAskedFor() throws InterruptedException {
        DefaultEventLoop loop = new DefaultEventLoop();
        CountDownLatch free = new CountDownLatch(1);
        loop.execute(() -> awaitUninterrupted(free));
        CountDownLatch ended = new CountDownLatch(1);
        Outbound<Integer> outbound = new Outbound<>(loop, out, (item, to) -> {}, cause -> {
            failure.set(cause);
            ended.countDown();
        });
        for (int i = 0; i < 65; i++) {
            outbound.onNext(i);
        }
        free.countDown();
        ended.await();
        assertEquals("the stream emitted more than was requested", failure.get().getMessage());
        assertFalse(channel.isWritable() && failure.get() == null);
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }
}
