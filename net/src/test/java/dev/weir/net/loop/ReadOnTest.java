package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReadOnTest {
    private static final int FULL = 1024;

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
            handle.attemptedBytesRead(FULL);
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
}
