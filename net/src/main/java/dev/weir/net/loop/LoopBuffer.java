package dev.weir.net.loop;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.concurrent.FastThreadLocal;

/** A buffer outside the heap that an event loop uses again and again, for whatever goes through its sockets at once. */
final class LoopBuffer {
    /*
     * A socket mostly takes at once what is flushed, and what it has read is mostly copied at once; then the buffer is
     * released, and free again before the next connection needs one. That saves an allocation for each read and write. It
     * is free as long as nobody but us has a reference to it; while somebody has, others get one of the allocator's. It is
     * made by one that remembers its address, which the JDK would make objects to tell.
     */
    private static final ByteBufAllocator OWN = new UnpooledByteBufAllocator(true, true);

    private final FastThreadLocal<ByteBuf> ofLoop;
    private final int size;

    LoopBuffer(int size) {
        this.size = size;
        this.ofLoop = new FastThreadLocal<>() {
            @Override
            protected ByteBuf initialValue() {
                return OWN.directBuffer(size, size);
            }

            @Override
            protected void onRemoval(ByteBuf own) {
                own.release();
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
}
