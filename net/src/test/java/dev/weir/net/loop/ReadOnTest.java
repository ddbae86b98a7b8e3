package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@SuppressWarnings("deprecation") // Handle, by which Netty's channels ask whether to go on
class ReadOnTest {
    private static final int FULL = 1024;
    private static final int LARGE = 64 * 1024;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final RecvByteBufAllocator.Handle handle;

    ReadOnTest() {
        ReadOn reads = new ReadOn();
        channel.config().setAutoRead(false);
        channel.config().setRecvByteBufAllocator(reads);
        handle = reads.newHandle();
    }

    /** How often a socket is read in one turn that always has as much. */
    private int reads(int bytes) {
        handle.reset(channel.config());
        int reads = 0;
        do {
            handle.attemptedBytesRead(Math.max(FULL, bytes));
            handle.lastBytesRead(bytes);
            handle.incMessagesRead(1);
            reads++;
        } while (handle.continueReading());
        return reads;
    }

    @Test
    void oneReadIsOneReadWhereNobodyWantsMore() {
        assertEquals(1, reads(FULL));
    }

    @Test
    void readsOnUntilWhatWasReadIsLeft() {
        AtomicInteger taken = new AtomicInteger();
        ReadOn.at(channel, () -> taken.incrementAndGet() < 5);
        assertEquals(5, reads(FULL));
    }

    @Test
    void leavesOtherConnectionsTheirTurn() {
        ReadOn.at(channel, () -> true);
        assertEquals(16, reads(FULL));
        assertEquals(16, reads(FULL));
    }

    @Test
    void aReadThatDidNotFillItsBufferWasTheLast() {
        ReadOn.at(channel, () -> true);
        assertEquals(1, reads(FULL - 1));
    }

    @Test
    void whoReadsWithoutBeingAskedReadsOn() {
        channel.config().setAutoRead(true);
        assertEquals(16, reads(FULL));
        assertFalse(reads(0) > 1);
    }

    @Test
    void readsIntoTheSameMemoryAgainAsMuchAsSeemsRight() {
        ByteBuf first = handle.allocate(UnpooledByteBufAllocator.DEFAULT);
        assertEquals(handle.guess(), first.writableBytes());
        first.release();
        for (int i = 0; i < 100 && handle.guess() < LARGE; i++) {
            reads(handle.guess());
            handle.readComplete();
        }
        ByteBuf second = handle.allocate(UnpooledByteBufAllocator.DEFAULT);
        assertSame(first, second);
        assertEquals(LARGE, second.writableBytes());
        second.release();
    }

    @Test
    void asksForMoreWhenAllRoomWasUsedAndForLessWhenLittleCameTwice() {
        int first = handle.guess();
        reads(first);
        handle.readComplete();
        int more = handle.guess();
        assertTrue(more > first);
        reads(1);
        handle.readComplete();
        assertEquals(more, handle.guess(), "once may be chance");
        reads(1);
        handle.readComplete();
        assertEquals(more / 2, handle.guess());
        for (int i = 0; i < 100; i++) {
            reads(0);
            handle.readComplete();
        }
        assertEquals(first, handle.guess());
    }
}
