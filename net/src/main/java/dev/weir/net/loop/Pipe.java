package dev.weir.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.util.function.BiConsumer;

/** A connection without a socket: both ends are in this process, on one event loop. */
public final class Pipe {
    private Pipe() {}

    /**
     * Opens one.
     *
     * @param halfClosure whether an end may send when the other one has said that it sends nothing more
     * @param opened is given both ends, on their event loop: adds the handlers
     */
    public static void open(
            EventLoops loops, boolean halfClosure, BiConsumer<? super Channel, ? super Channel> opened) {
        EventLoopGroup group = loops.acquire();
        EventLoop loop = EventLoops.near(group);
        PipeEnd one = new PipeEnd(halfClosure);
        PipeEnd other = new PipeEnd(halfClosure);
        one.leadTo(other);
        other.leadTo(one);
        var _ = EventLoops.queue(loop, () -> {
            ChannelFuture registered = loop.register(one);
            ChannelFuture otherRegistered = loop.register(other);
            one.closeFuture().addListener(closed -> other.closeFuture().addListener(both -> loops.release()));
            registered.addListener(done -> otherRegistered.addListener(both -> opened.accept(one, other)));
        });
    }
}
