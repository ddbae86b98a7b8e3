package dev.weir.net.loop;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.AttributeKey;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Stands before all others on a connection of a proxy, until that has said for whom it is. */
final class ProxyDoor extends Door {
    private static final System.Logger LOG = System.getLogger("dev.weir.net");
    private static final AttributeKey<InetSocketAddress> CLIENT = AttributeKey.valueOf(ProxyDoor.class, "client");
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(5);

    private @Nullable ByteBuf begun;

    ProxyDoor(Channel channel, LoopShare share) {
        super(channel, share, LONGEST);
    }

    /** Who is at the other end of the connection, or of the proxy's. */
    static InetSocketAddress client(Channel channel) {
        for (Channel each = channel; each != null; each = each.parent()) { // a stream's connection knows it
            InetSocketAddress told = each.hasAttr(CLIENT) ? each.attr(CLIENT).get() : null; // to ask for it makes one
            if (told != null) {
                return told;
            }
        }
        return Place.internet(channel.remoteAddress());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf all = begun == null ? (ByteBuf) message : begun.writeBytes((ByteBuf) message);
        if (begun != null) {
            ((ByteBuf) message).release();
        }
        begun = null;
        try {
            ProxyHeader header = ProxyHeader.take(all);
            if (header == null) {
                begun = channel.alloc().buffer(all.readableBytes()).writeBytes(all);
                return;
            }
            channel.attr(CLIENT).set(header.client());
            all.retain();
            opened(ctx, all);
        } catch (ProtocolException malformed) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a connection of the proxy " + channel.remoteAddress() + " is closed: " + malformed.getMessage());
            channel.close();
        } finally {
            all.release();
        }
    }

    private void opened(ChannelHandlerContext ctx, ByteBuf rest) {
        share.remove(this);
        ctx.pipeline().remove(this); // what comes next may hand on what it got, by the pipeline's head
        ctx.fireChannelActive();
        if (rest.isReadable()) {
            ctx.fireChannelRead(rest);
        } else {
            rest.release();
        }
        ctx.fireChannelReadComplete();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        ctx.read();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            channel.close();
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        channel.close();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (begun != null) {
            begun.release();
            begun = null;
        }
    }
}
