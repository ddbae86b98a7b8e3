package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weir.net.NoLeaks;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class LoopBufferTest {
    private final LoopBuffer buffers = new LoopBuffer(100);

    private ByteBuf of(int length) {
        return buffers.of(ByteBufAllocator.DEFAULT, length);
    }

    @Test
    void isUsedAgainWhenNobodyHoldsIt() {
        ByteBuf first = of(10);
        first.writeInt(1);
        first.release();
        ByteBuf second = of(100);
        assertSame(first, second);
        assertEquals(0, second.readableBytes());
        assertEquals(100, second.writableBytes());
        second.release();
    }

    @Test
    void isLeftToWhoHoldsIt() {
        ByteBuf held = of(10).writeInt(7);
        ByteBuf other = of(10).writeInt(8);
        assertNotSame(held, other);
        assertEquals(7, held.getInt(held.readerIndex()));
        held.release();
        ByteBuf again = of(10);
        assertSame(held, again);
        again.release();
        other.release();
    }

    @Test
    void hasRoomForWhatIsAskedForAndNoMore() {
        ByteBuf small = of(10);
        assertEquals(10, small.writableBytes());
        small.release();
        ByteBuf large = of(101);
        assertNotSame(small, large);
        assertEquals(101, large.writableBytes());
        large.release();
    }
}
