package dev.weir.net.loop;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How a socket is read: as much at a time as Netty's sizes say, mostly into the loop's own buffer, which is still in the
 * processor's cache; and when much comes, again at once, without asking the kernel whether there is more, as long as what
 * was read has been taken.
 */
@SuppressWarnings("deprecation") // Handle, by which Netty's channels ask whether to go on
public final class ReadOn implements RecvByteBufAllocator {
    /*
     * Netty 4.2.18 reads on only where a channel reads without being asked. Its allocators hand out one piece of
     * memory after the other, so what the kernel writes and we copy from is never in the cache.
     */

    /** Then it is the turn of other connections. */
    private static final int MOST_READS = 16;

    private static final int LARGEST = 64 * 1024;

    private static final RecvByteBufAllocator SIZES = new AdaptiveRecvByteBufAllocator(64, 2048, LARGEST);
    private static final LoopBuffer FROM_SOCKET = new LoopBuffer(LARGEST);

    private BooleanSupplier wanted = () -> false;

    ReadOn() {}

    /**
     * Reads on while it is wanted; for use on the event loop.
     *
     * @param channel of a client or a server, all of which are read in this way
     * @param wanted asked after each read has been handled; not whether anything is demanded, but whether nothing is
     *     left of what was read
     */
    public static void at(Channel channel, BooleanSupplier wanted) {
        if (channel.config().getRecvByteBufAllocator() instanceof ReadOn own) {
            own.wanted = wanted;
        }
    }

    @Override
    public Handle newHandle() {
        return new Reading(SIZES.newHandle());
    }

    private final class Reading extends DelegatingHandle implements ExtendedHandle {
        private @Nullable ChannelConfig config;
        private int reads;

        Reading(Handle sizes) {
            super(sizes);
        }

        @Override
        public void reset(ChannelConfig newConfig) {
            config = newConfig;
            reads = 0;
            super.reset(newConfig);
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator pool) {
            return FROM_SOCKET.of(pool, guess());
        }

        @Override
        public boolean continueReading() {
            return continueReading(() -> lastBytesRead() == attemptedBytesRead());
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier more) {
            return ++reads < MOST_READS && more.get() && (readsItself() || wanted.getAsBoolean());
        }

        private boolean readsItself() {
            return config != null && config.isAutoRead();
        }
    }
}
