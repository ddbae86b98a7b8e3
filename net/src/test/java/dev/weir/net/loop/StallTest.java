package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

class StallTest {
    private int takes;
    private final Stall stall = new Stall();
    private final EmbeddedChannel channel = new EmbeddedChannel() {
        @Override
        protected void doWrite(ChannelOutboundBuffer waiting) {
            for (; takes > 0; takes--) {
                waiting.remove();
            }
        }
    };

    @Test
    void countsFromTheFirstLookThatSawIt() {
        channel.writeAndFlush(Unpooled.buffer().writeInt(1));
        assertEquals(0, stall.of(channel, 1, 100));
        assertEquals(50, stall.of(channel, 1, 150));
        takes = 1;
        channel.flush();
        assertEquals(0, stall.of(channel, 1, 200));
        channel.close();
    }

    @Test
    void moreThatWaitsIsNoProgress() {
        channel.writeAndFlush(Unpooled.buffer().writeInt(1));
        Stall counting = new Stall();
        assertEquals(0, stall.of(channel, 0, 100));
        assertEquals(0, counting.of(channel, 1, 100));
        channel.writeAndFlush(Unpooled.buffer().writeInt(2));
        assertEquals(50, stall.of(channel, 0, 150));
        assertEquals(50, counting.of(channel, 2, 150));
        takes = 2;
        channel.flush();
        channel.close();
    }

    @Test
    void theSameBufferAgainIsProgress() {
        ByteBuf buffer = Unpooled.buffer().writeInt(1);
        channel.writeAndFlush(buffer.retain());
        assertEquals(0, stall.of(channel, 1, 100));
        takes = 1;
        channel.writeAndFlush(buffer);
        assertEquals(0, stall.of(channel, 2, 150));
        assertEquals(25, stall.of(channel, 2, 175));
        channel.close();
    }
}
