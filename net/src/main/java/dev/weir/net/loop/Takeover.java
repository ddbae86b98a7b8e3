package dev.weir.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;

/** What goes on with a connection on which HTTP has ended (RFC 9110 section 7.8). */
@FunctionalInterface
public interface Takeover {
    /**
     * Makes the handler that replaces HTTP's. Called on the event loop, when the response that announces it is
     * written.
     *
     * @param received may hold bytes that came after the request
     */
    ChannelHandler handler(Channel channel, LoopShare share, Received received, Output out);
}
