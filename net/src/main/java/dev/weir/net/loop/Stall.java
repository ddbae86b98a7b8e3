package dev.weir.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import org.jspecify.annotations.Nullable;

/** Notices that a socket takes nothing although bytes wait for it. */
public final class Stall {
    private @Nullable Object stalled; // what waited first in the round before, compared, not used
    private long stalledAt;
    private long gone;
    private long since;

    /**
     * For how long the socket has not taken a byte although some wait; 0 if none wait. Asked in
     * rounds, it counts from the first round that saw the standstill.
     *
     * @param handed how many buffers the channel has been given so far, if one may come again; else 0
     */
    public long of(Channel channel, int handed, long now) {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        boolean ofStream = waiting == null && !channel.isWritable(); // HTTP/2 keeps what waits elsewhere
        Object first = waiting == null ? (ofStream ? channel : null) : waiting.current();
        long progress = waiting == null ? channel.bytesBeforeWritable() : waiting.currentProgress();
        long left = waiting == null || handed == 0 ? 0 : handed - waiting.size(); // what is added is no progress
        if (first == null || first != stalled || progress != stalledAt || left != gone) {
            stalled = first;
            stalledAt = progress;
            gone = left;
            since = now;
        }
        return now - since;
    }
}
