package dev.weir.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;

/** Makes what handles a new connection. */
@FunctionalInterface
public interface ConnectionFactory {
    ChannelHandler handler(Channel channel, LoopShare share);
}
