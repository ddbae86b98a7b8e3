package dev.weir.net.loop;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How a socket is read: as much at a time as seems right by what came before, mostly into the loop's own buffer, which is still in the
 * processor's cache; and when much comes, again at once, without asking the kernel whether there is more, as long as what
 * was read has been taken.
 */
@SuppressWarnings("deprecation") // Handle, by which Netty's channels ask whether to go on
public final class ReadOn implements RecvByteBufAllocator, RecvByteBufAllocator.ExtendedHandle {
    /*
     * Netty 4.2.18 reads on only where a channel reads without being asked. Its allocators hand out one piece of
     * memory after the other, so what the kernel writes and we copy from is never in the cache; and they have four objects
     * for each connection, to guess how much comes, where one does for all.
     */

    /** Then it is the turn of other connections. */
    private static final int MOST_READS = 16;

    private static final int LEAST = 2048;
    private static final int LARGEST = 64 * 1024;
    private static final int GROWTH = 4;
    private static final LoopBuffer FROM_SOCKET = new LoopBuffer(LARGEST);

    private BooleanSupplier wanted = () -> false;
    private @Nullable ChannelConfig config;
    private int guess = LEAST;
    private int attempted;
    private int last;
    private int came; // since the channel began to read
    private byte reads;
    private boolean less; // than what would need so much, the last time

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

    /** Whether it is the loop's own buffer, which stays where it is; for use on the event loop. */
    static boolean isOfLoop(ByteBuf buffer) {
        return FROM_SOCKET.isOwn(buffer);
    }

    /** Itself: each channel has its own. */
    @Override
    public Handle newHandle() {
        return this;
    }

    @Override
    public void reset(ChannelConfig newConfig) {
        config = newConfig;
        reads = 0;
        came = 0;
    }

    @Override
    public ByteBuf allocate(ByteBufAllocator pool) {
        return FROM_SOCKET.of(pool, guess);
    }

    @Override
    public int guess() {
        return guess;
    }

    @Override
    public void attemptedBytesRead(int bytes) {
        attempted = bytes;
    }

    @Override
    public int attemptedBytesRead() {
        return attempted;
    }

    /** Asks for more at once if all that there was room for has come. */
    @Override
    public void lastBytesRead(int bytes) {
        last = bytes;
        came += Math.max(0, bytes);
        if (bytes == attempted) {
            grow(bytes);
        }
    }

    @Override
    public int lastBytesRead() {
        return last;
    }

    @Override
    public void incMessagesRead(int messages) {
        // counted where it is asked whether to go on
    }

    @Override
    public boolean continueReading() {
        return continueReading(() -> last == attempted);
    }

    @Override
    public boolean continueReading(UncheckedBooleanSupplier more) {
        return ++reads < MOST_READS && more.get() && (readsItself() || wanted.getAsBoolean()) && !LoopTurn.isOverHere();
    }

    private boolean readsItself() {
        return config != null && config.isAutoRead();
    }

    /** Asks for less when a quarter of it would have done, twice. */
    @Override
    public void readComplete() {
        boolean fewer = came < guess / GROWTH;
        if (fewer && less) {
            guess = Math.max(LEAST, guess / 2);
        } else {
            grow(came);
        }
        less = fewer && !less;
    }

    private void grow(int bytes) {
        if (bytes >= guess) {
            guess = Math.min(LARGEST, guess * GROWTH);
        }
    }
}
