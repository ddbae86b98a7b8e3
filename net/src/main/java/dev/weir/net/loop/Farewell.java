package dev.weir.net.loop;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Closes a connection so that what was sent last arrives. */
public final class Farewell {
    /*
     * Closing a socket that holds unread bytes makes the kernel reset the connection, and the reset can
     * overtake the last answer. So after the last byte only our direction is closed, and what still comes is
     * thrown away until the peer closes too, or is silent, for a bounded time. Bytes are not counted: a peer that is
     * refused while it sends a megabyte reads the answer only after it.
     */
    private final Channel channel;
    private final Output out;
    private @Nullable Lingering awaited; // the peer, after our goodbye; no connection has it before
    private boolean begun;
    private boolean finished;
    private boolean told;
    private boolean peerFinished;
    private boolean closingEnds;
    private boolean said;

    public Farewell(Channel channel, Output out) {
        this.channel = channel;
        this.out = out;
    }

    public boolean isBegun() {
        return begun;
    }

    /** Whether the peer is told, or about to be, that nothing more comes. */
    public boolean isFinished() {
        return finished;
    }

    /** Sends what is waiting, then tells the peer that nothing more comes; the peer may still send. */
    public void finish(Consumer<@Nullable Throwable> after) {
        finished = true;
        out.flush();
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> {
            if (sent.isSuccess()) {
                tellTheEnd();
            }
            after.accept(sent.cause());
        });
    }

    /**
     * What is sent from now on has no other end than the closing: whoever closes before all is sent, as the transport does
     * where the peer has finished, makes the peer see an error.
     */
    public void closingEnds() {
        closingEnds = true;
        linger(0);
    }

    /** All is said, though much of it may still wait here. */
    public void allIsSaid() {
        said = true;
    }

    /** The kernel has all that was said: now closing is its end. */
    private void allIsSent() {
        if (closingEnds && said) {
            linger(-1);
        }
    }

    private void linger(int seconds) {
        if (channel.isOpen()) {
            channel.config().setOption(ChannelOption.SO_LINGER, seconds);
        }
    }

    /** Closes at once: the peer sees an error if it would take that for the end of what it was sent. */
    public void kill() {
        if (closingEnds) {
            abandon();
        } else {
            channel.close();
        }
    }

    /** Sends what is waiting, then closes at once: the peer has nothing more to say. */
    public void close() {
        begun = true;
        out.flush();
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> {
            if (sent.isSuccess()) {
                allIsSent();
            }
            channel.close();
        });
    }

    /** Closes without sending what is waiting, here and in the kernel: the peer would not read it. */
    public void reset() {
        begun = true;
        cut(channel);
    }

    /** Closes at once: the peer sees an error, unless it was told that nothing more comes. */
    public void abandon() {
        begun = true;
        if (told) {
            channel.close();
        } else {
            cut(channel);
        }
    }

    /** Closes a connection so that its peer sees an error, whatever it was told so far. */
    public static void cut(Channel channel) {
        if (!channel.isOpen()) {
            return; // and has no options any more
        }
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        ChannelHandlerContext first = channel.pipeline().firstContext(); // past TLS, which would say goodbye
        if (first != null) {
            first.close();
        } else {
            channel.close();
        }
    }

    /** Sends what is waiting, then resets the connection. */
    public void breakOff() {
        begun = true;
        out.flush();
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> cut(channel));
    }

    /** Tells the peer that nothing more comes; it may still send. */
    public static void finishSending(Channel channel) {
        if (!(channel instanceof DuplexChannel duplex)) {
            channel.writeAndFlush(OutputEnd.HERE);
            return;
        }
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls == null) {
            duplex.shutdownOutput();
        } else {
            tls.closeOutbound().addListener(told -> duplex.shutdownOutput());
        }
    }

    /** Written to a channel that is no socket, in place of closing its output. */
    public enum OutputEnd {
        HERE
    }

    /** Sends what is waiting, then waits for the peer to close. */
    public void linger() {
        if (begun) {
            return;
        }
        begun = true;
        out.flush();
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> {
            if (sent.isSuccess() || finished) {
                allIsSent();
                awaitPeer();
            } else {
                channel.close();
            }
        });
    }

    private void awaitPeer() {
        if (peerFinished) {
            channel.close();
            return;
        }
        awaited = new Lingering(out.share().now());
        tellTheEnd();
        channel.read();
    }

    private void tellTheEnd() {
        told = true;
        finishSending(channel);
    }

    /** The peer has sent its last byte: what waits is still sent to it. */
    public void peerHasFinished() {
        peerFinished = true;
        if (awaited != null) {
            channel.close();
        }
    }

    /** The peer sent more, which is thrown away. */
    public void received() {
        if (awaited != null) {
            awaited.heard(out.share().now());
        }
        channel.read();
    }

    /** Closes for good if the peer takes too long. */
    public void look(long now) {
        if (awaited != null && awaited.isOver(now)) {
            channel.close();
        }
    }
}
