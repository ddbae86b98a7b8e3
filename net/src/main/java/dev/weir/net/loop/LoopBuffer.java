package dev.weir.net.loop;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.FastThreadLocal;
import java.nio.ByteBuffer;

/** A buffer outside the heap that an event loop uses again and again, for whatever goes through its sockets at once. */
final class LoopBuffer {
    /*
     * A socket mostly takes at once what is flushed, and what it has read is mostly copied at once; then the buffer is
     * released, and free again before the next connection needs one. That saves an allocation for each read and write. It
     * is free as long as nobody but us has a reference to it; while somebody has, others get one of the allocator's. It is
     * the JDK's, so whoever looks at it for longer than allowed sees other bytes, but never memory that was freed.
     */
    private final FastThreadLocal<ByteBuf> ofLoop;
    private final int size;

    LoopBuffer(int size) {
        this.size = size;
        this.ofLoop = new FastThreadLocal<>() {
            @Override
            protected ByteBuf initialValue() {
                return Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(size));
            }
        };
    }

    /** An empty buffer with room for just so many bytes, to be released; on an event loop only. */
    ByteBuf of(ByteBufAllocator allocator, int length) {
        ByteBuf own = length > size ? null : ofLoop.get();
        return own == null || own.refCnt() != 1
                ? allocator.directBuffer(length)
                : own.retain().setIndex(size - length, size - length);
    }

    /** Whether it is the one of this loop. */
    boolean isOwn(ByteBuf buffer) {
        return buffer == ofLoop.getIfExists();
    }
}
