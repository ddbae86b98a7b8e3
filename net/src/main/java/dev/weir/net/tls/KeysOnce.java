package dev.weir.net.tls;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;

/** Closes a server's connection of TLS 1.2 whose client wants to shake hands again, before anything is computed for it. */
final class KeysOnce extends ChannelInboundHandlerAdapter {
    /*
     * The type of a record is in the clear: with TLS 1.2 one of type 22 that comes after the handshake begins another
     * one (RFC 5246 section 7.4.1.1). What stands before it is passed on first, as it may end the handshake that runs.
     */
    private static final int HEAD = 5;
    private static final int HANDSHAKE = 22;

    private int headSize;
    private int length; // its last two bytes are those that were seen last
    private int skip; // of a record
    private boolean over;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        int at = bytes.readerIndex();
        int end = bytes.writerIndex();
        while (at < end && !over) {
            if (skip > 0) {
                int skipped = Math.min(skip, end - at);
                skip -= skipped;
                at += skipped;
            } else {
                int next = bytes.getUnsignedByte(at);
                if (headSize == 0 && next == HANDSHAKE) {
                    passOn(ctx, bytes, at);
                    over = isAgreed(ctx);
                }
                head(next);
                at++;
            }
        }
        if (over) {
            ReferenceCountUtil.release(message);
            ctx.channel().close();
        } else {
            ctx.fireChannelRead(message);
        }
    }

    private static void passOn(ChannelHandlerContext ctx, ByteBuf bytes, int until) {
        int length = until - bytes.readerIndex();
        if (length > 0) {
            ctx.fireChannelRead(bytes.readRetainedSlice(length));
        }
    }

    private void head(int next) {
        length = length << 8 | next;
        headSize++;
        if (headSize == HEAD) {
            headSize = 0;
            skip = length & 0xffff;
        }
    }

    private static boolean isAgreed(ChannelHandlerContext ctx) {
        SslHandler tls = ctx.pipeline().get(SslHandler.class);
        return tls != null
                && tls.handshakeFuture().isSuccess()
                && tls.engine().getSession().getProtocol().equals("TLSv1.2");
    }
}
