package dev.weir.net.websocket;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;

/** Makes what frames are decoded into plain memory, whose array becomes the message; direct buffers are the channel's. */
final class HeapFirst extends AbstractByteBufAllocator {
    private final ByteBufAllocator direct;

    HeapFirst(ByteBufAllocator direct) {
        super(false);
        this.direct = direct;
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        return UnpooledByteBufAllocator.DEFAULT.heapBuffer(initialCapacity, maxCapacity);
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        return direct.directBuffer(initialCapacity, maxCapacity);
    }

    @Override
    public boolean isDirectBufferPooled() {
        return direct.isDirectBufferPooled();
    }
}
