package dev.weir.net.loop;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.ProtocolException;

/** What a PROXY header is taken for that comes in pieces of a size, as text. */
public final class ProxyParsing {
    private ProxyParsing() {}

    public static String header(byte[] bytes, int piece) {
        ByteBuf come = Unpooled.buffer();
        try {
            for (int at = 0; at < bytes.length; at += piece) {
                come.writeBytes(bytes, at, Math.min(piece, bytes.length - at));
                ProxyHeader header = ProxyHeader.take(come);
                if (header != null) {
                    return header + ", then from " + come.readerIndex();
                }
            }
            return "more";
        } catch (ProtocolException bad) {
            return "bad";
        } finally {
            come.release();
        }
    }
}
