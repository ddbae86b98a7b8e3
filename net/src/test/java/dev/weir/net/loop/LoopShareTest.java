package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.net.Logged;
import dev.weir.testkit.VirtualTime;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

class LoopShareTest {
    private final VirtualTime time = new VirtualTime();
    private final EmbeddedChannel turns = new EmbeddedChannel();
    private final LoopShare share = share(turns.eventLoop(), time);

    /** Hands what is due to the loop as another thread does, which may move the clock on while the loop is at it. */
    private final class MovedByAnother implements Clock {
        private final ArrayDeque<Runnable> due = new ArrayDeque<>();

        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public Cancellable schedule(Runnable task, Duration delay) {
            return time.schedule(() -> due.add(task), delay);
        }

        void runDue() {
            for (Runnable task = due.poll(); task != null; task = due.poll()) {
                task.run();
            }
        }
    }

    private static class Member implements LoopShare.Member {
        private final boolean fails;
        private int looks;
        private boolean killed;

        Member(boolean fails) {
            this.fails = fails;
        }

        @Override
        public void look(long now) {
            looks++;
            if (fails) {
                throw new AssertionError("an observer's");
            }
        }

        @Override
        public void drain() {}

        @Override
        public void kill() {
            killed = true;
        }
    }

    @Test
    void anErrorStopsNobodyElsesDeadlines() {
        Member broken = new Member(true);
        Member other = new Member(false);
        try (Logged logged = Logged.by("dev.weir.net", Level.SEVERE)) {
            share.add(broken);
            share.add(other);
            for (int i = 0; i < 3; i++) {
                time.advance(Duration.ofSeconds(1));
                turns.runPendingTasks();
            }
            assertEquals(3, other.looks);
            assertTrue(broken.killed);
            assertEquals(3, logged.messages().size());
        }
    }

    @Test
    void aClockThatIsMovedOnWhileARoundRunsIsLookedAtAgain() {
        MovedByAnother clock = new MovedByAnother();
        LoopShare moved = share(turns.eventLoop(), clock);
        Member member = new Member(false) {
            @Override
            public void look(long now) {
                super.look(now);
                if (time.now().toSeconds() == 1) {
                    time.advance(Duration.ofSeconds(30));
                }
            }
        };
        moved.add(member);
        time.advance(Duration.ofSeconds(1));
        clock.runDue();
        assertEquals(2, member.looks);
    }

    @Test
    void roundsGoOnWhenThereIsMemoryAgain() {
        FullHeap heap = new FullHeap();
        LoopShare full = share(turns.eventLoop(), heap.clock(time));
        Member first = new Member(false);
        assertThrows(FullHeap.Full.class, () -> full.add(first));
        heap.hasRoom();
        Member second = new Member(false);
        full.add(second);
        advance(time);
        assertEquals(1, second.looks);
        heap.isFull();
        assertThrows(FullHeap.Full.class, () -> advance(time)); // nothing is left then that would go on by itself
        assertEquals(2, second.looks);
        heap.hasRoom();
        full.add(new Member(false));
        advance(time);
        assertEquals(3, second.looks);
    }

    @Test
    void aRoundThatMakesRoomIsFollowedByOthers() {
        FullHeap heap = new FullHeap();
        LoopShare full = share(turns.eventLoop(), heap.clock(time));
        heap.hasRoom();
        Member member = new Member(false) {
            @Override
            public void look(long now) {
                super.look(now);
                heap.hasRoom();
            }
        };
        full.add(member);
        heap.isFull();
        assertThrows(FullHeap.Full.class, () -> advance(time));
        advance(time);
        assertEquals(2, member.looks);
    }

    @Test
    void aRoundThatCannotBeQueuedIsFollowedByOthers() {
        FullHeap heap = new FullHeap();
        LoopShare full = share(heap.elsewhere(turns.eventLoop()), time);
        Member member = new Member(false);
        full.add(member);
        assertThrows(FullHeap.Full.class, () -> advance(time));
        heap.hasRoom();
        full.add(new Member(false));
        advance(time);
        assertEquals(1, member.looks);
    }

    private static LoopShare share(EventLoop loop, Clock clock) {
        return new LoopShare(EventLoops.shared(), loop, Held.ofClient(Long.MAX_VALUE), clock, Duration.ofSeconds(8));
    }

    private void advance(VirtualTime by) {
        by.advance(Duration.ofSeconds(1));
        turns.runPendingTasks();
    }
}
