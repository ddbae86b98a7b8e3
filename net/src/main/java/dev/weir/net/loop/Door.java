package dev.weir.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Stands before the handler of a server's connection until its client may pass, for a limited time. */
public abstract class Door extends ChannelInboundHandlerAdapter implements LoopShare.Member {
    protected final Channel channel;
    protected final LoopShare share;
    private final long limit;
    private long since;

    /**
     * For a connection that begins.
     *
     * @param limit in nanoseconds
     */
    protected Door(Channel channel, LoopShare share, long limit) {
        this.channel = channel;
        this.share = share;
        this.limit = limit;
    }

    /** Others need not know that it is open yet. */
    @Override
    public final void channelActive(ChannelHandlerContext ctx) {
        since = share.now();
        share.add(this);
        ctx.read();
    }

    /** Of which others need not know either. */
    @Override
    public final void channelInactive(ChannelHandlerContext ctx) {
        share.remove(this);
    }

    /** The time is over, and the connection about to be closed. */
    protected void late() {}

    @Override
    public final void look(long now) {
        if (now - since > limit) {
            late();
            channel.close();
        }
    }

    @Override
    public final void drain() {
        channel.close();
    }

    @Override
    public final void kill() {
        channel.close();
    }
}
