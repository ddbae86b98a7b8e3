package dev.weir.net.loop;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Makes what a connection has received out of text. */
public final class Bytes {
    private static final EventLoop LOOP = new EmbeddedChannel().eventLoop();

    private Bytes() {}

    public static Received received(String latin1) {
        return received(share(), latin1);
    }

    /** What the connections of a loop share. */
    static LoopShare share() {
        return new LoopShare(EventLoops.shared(), LOOP, Held.ofClient(Long.MAX_VALUE), null, Duration.ofSeconds(1));
    }

    static Received received(LoopShare share, String latin1) {
        Received received = new Received(share);
        append(received, latin1);
        return received;
    }

    public static void append(Received received, String latin1) {
        received.append(Unpooled.copiedBuffer(latin1, StandardCharsets.ISO_8859_1));
    }

    /** As from a socket, through the buffer of the loop. */
    static ByteBuf read(Received received, String latin1) {
        ByteBuf buffer = new ReadOn().allocate(ByteBufAllocator.DEFAULT);
        buffer.writeCharSequence(latin1, StandardCharsets.ISO_8859_1);
        received.append(buffer);
        buffer.release();
        return buffer;
    }
}
