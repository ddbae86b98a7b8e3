package dev.weir.net.http.server;

import dev.weir.net.loop.NoSocket;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;

/** A stream of HTTP/2 as a connection of bytes, for what speaks in it once HTTP is over (RFC 8441 section 5). */
final class TunnelChannel extends NoSocket {
    /*
     * What comes is passed on whether it is asked for or not, and copied there: to ask is to give window. What speaks
     * writes into the stream's output; what it writes here only tells it that all before has been taken.
     */
    private final Http2Stream stream;

    TunnelChannel(Channel connection, Http2Stream stream) {
        super(connection, connection.localAddress(), connection.remoteAddress());
        this.stream = stream;
    }

    void came(ByteBuf bytes, boolean last) {
        if (bytes.isReadable()) {
            pipeline().fireChannelRead(bytes.retainedSlice());
        }
        if (last) {
            close(); // the peer's end is that of the connection
        }
    }

    void settle() {
        pipeline().fireChannelReadComplete();
    }

    /** Nothing waits in the stream any more. */
    void room() {
        if (isOpen()) {
            unsafe().flush();
            pipeline().fireChannelWritabilityChanged();
        }
    }

    @Override
    protected void doBeginRead() {
        stream.read();
    }

    @Override
    protected void doWrite(ChannelOutboundBuffer in) {
        for (Object next = in.current(); next != null && !stream.out().isWaiting(); next = in.current()) {
            stream.out().bytes(((ByteBuf) next).nioBuffer());
            stream.out().hand();
            in.remove();
        }
        stream.out().soon();
    }

    @Override
    protected void endOutput() {
        stream.endTunnel();
    }

    @Override
    protected void end(boolean breaks) {
        if (breaks) {
            stream.giveUp();
        } else {
            stream.closeTunnel();
        }
    }
}
