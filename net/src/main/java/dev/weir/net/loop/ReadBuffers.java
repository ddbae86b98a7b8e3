package dev.weir.net.loop;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/** What a socket is read into: as much at a time as Netty finds right, mostly in the loop's own buffer. */
final class ReadBuffers extends AdaptiveRecvByteBufAllocator {
    static final ReadBuffers SHARED = new ReadBuffers();

    private static final int MOST = 64 * 1024;
    private static final LoopBuffer FROM_SOCKET = new LoopBuffer(MOST);

    private ReadBuffers() {
        super(DEFAULT_MINIMUM, DEFAULT_INITIAL, MOST);
    }

    @Override
    @SuppressWarnings("deprecation") // Netty's transports want it
    public Handle newHandle() {
        return new OwnBuffer((ExtendedHandle) super.newHandle());
    }

    /** Netty's, but for where the bytes go. */
    private record OwnBuffer(ExtendedHandle netty) implements RecvByteBufAllocator.ExtendedHandle {
        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            return FROM_SOCKET.of(allocator, netty.guess());
        }

        @Override
        public int guess() {
            return netty.guess();
        }

        @Override
        public void reset(ChannelConfig config) {
            netty.reset(config);
        }

        @Override
        public void incMessagesRead(int count) {
            netty.incMessagesRead(count);
        }

        @Override
        public void lastBytesRead(int bytes) {
            netty.lastBytesRead(bytes);
        }

        @Override
        public int lastBytesRead() {
            return netty.lastBytesRead();
        }

        @Override
        public void attemptedBytesRead(int bytes) {
            netty.attemptedBytesRead(bytes);
        }

        @Override
        public int attemptedBytesRead() {
            return netty.attemptedBytesRead();
        }

        @Override
        public boolean continueReading() {
            return netty.continueReading();
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier mayBeMore) {
            return netty.continueReading(mayBeMore);
        }

        @Override
        public void readComplete() {
            netty.readComplete();
        }
    }
}
