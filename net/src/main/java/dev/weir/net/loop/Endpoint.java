package dev.weir.net.loop;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import java.io.IOException;
import java.time.Duration;

/** Our end of a connection of bytes, on its event loop: what is the same whatever is spoken. */
public abstract class Endpoint extends ChannelInboundHandlerAdapter implements LoopShare.Member {
    /*
     * What comes is kept in `received` until who speaks takes it; after our goodbye it is thrown away. What is written
     * while something that came is handled leaves together at the end. Rounds look after the goodbye, and after a peer
     * that does not take it; everything else is the speaker's.
     */
    protected final Channel channel;
    protected final LoopShare share;
    protected final Received received;
    protected final Output out;
    protected final Farewell farewell;

    /** For a connection that begins. */
    protected Endpoint(Channel channel, LoopShare share) {
        this(channel, share, new Received(share), new Output(channel, share));
    }

    /** For one on which something else was spoken before. */
    protected Endpoint(Channel channel, LoopShare share, Received received, Output out) {
        this.channel = channel;
        this.share = share;
        this.received = received;
        this.out = out;
        this.farewell = new Farewell(channel, out);
    }

    // ------------------------------------------------------------ what who speaks does

    /** Bytes come: gives false if nobody wants them. */
    protected boolean takes() {
        return true;
    }

    /** Handles what has come, as far as that goes without waiting. */
    protected abstract void came();

    /** All that was there has been handled, and what was written is on its way: reads again if more is wanted. */
    protected abstract void handled();

    /** The peer keeps up again. */
    protected abstract void writable();

    /**
     * The peer will send nothing more, which ends the connection unless who speaks knows better.
     *
     * @param said whether it said so over TLS, where anybody could make it look so otherwise; the socket may stay open, but our
     *     TLS has said goodbye, too
     */
    protected void peerFinished(boolean said) {
        if (farewell.isBegun()) {
            farewell.peerHasFinished();
        } else if (said) {
            farewell.close();
        }
    }

    /** The connection is closed; it still takes part in rounds. */
    protected abstract void closed();

    /** Something went wrong with the connection. */
    protected abstract void failed(Throwable cause);

    /** Checks deadlines, unless we have begun to say goodbye. */
    protected abstract void check(long now);

    /** For how long the peer may take nothing of what waits for it. */
    protected abstract Duration stallTimeout();

    // ------------------------------------------------------------ what is the same

    public final LoopShare share() {
        return share;
    }

    public final Output out() {
        return out;
    }

    /** What has come and was not taken. */
    public final Received received() {
        return received;
    }

    /** Reads more. */
    public void read() {
        channel.read();
    }

    @Override
    public final void channelRead(ChannelHandlerContext ctx, Object message) {
        out.willFlush();
        ByteBuf bytes = (ByteBuf) message;
        try {
            if (farewell.isBegun()) {
                farewell.received();
                return;
            }
            if (takes()) {
                received.append(bytes);
            }
        } finally {
            bytes.release();
        }
        came();
    }

    @Override
    public final void channelReadComplete(ChannelHandlerContext ctx) {
        out.flush();
        received.settle();
        if (!farewell.isBegun()) {
            handled();
        }
    }

    @Override
    public final void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (channel.isWritable() && !farewell.isBegun()) {
            writable();
        }
    }

    @Override
    public final void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        boolean said = event instanceof SslCloseCompletionEvent end && end.isSuccess();
        if (said || event == ChannelInputShutdownEvent.INSTANCE) {
            peerFinished(said);
        }
    }

    @Override
    public final void channelInactive(ChannelHandlerContext ctx) {
        out.discard();
        closed();
    }

    @Override
    public final void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        failed(cause);
    }

    /** Whether it is the peer's doing, or the network's, rather than a mistake of ours. */
    protected static boolean isOfThePeer(Throwable cause) {
        return cause instanceof IOException || cause instanceof DecoderException; // the latter is of TLS
    }

    /** Whether the connection is broken, to be asked where nothing is read by which one would see it. */
    protected final boolean isBroken() {
        return Transport.isBroken(channel);
    }

    /** As {@link #isBroken}, or the peer sends nothing more, for who takes that for its end. */
    protected final boolean isLeft() {
        return Transport.isLeft(channel);
    }

    /** Whether the peer has taken nothing for too long. */
    protected final boolean isStalled(long now) {
        return out.stalledFor(now) > share.patience(stallTimeout());
    }

    @Override
    public final void look(long now) {
        if (!farewell.isBegun()) {
            check(now);
        } else if (isStalled(now)) {
            farewell.reset();
        } else {
            farewell.look(now);
        }
    }

    @Override
    public void kill() {
        farewell.kill();
    }
}
