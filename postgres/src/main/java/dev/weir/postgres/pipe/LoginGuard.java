package dev.weir.postgres.pipe;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Refuses a server that wants the password hashed more often than anybody needs (SCRAM, RFC 5802 section 5.1). The driver does
 * as it is told, on the thread of all connections, and the server need not be the one that is meant: what may be 2^31 - 1 rounds
 * would keep that thread for a quarter of an hour, in which no limit in time holds.
 */
final class LoginGuard extends ChannelOutboundHandlerAdapter {
    static final int MOST_ROUNDS = 1_000_000; // half a second; PostgreSQL's default is 4,096
    private static final String DRIVER = "codec";

    /** The first that the driver writes goes through what has put TLS beneath it, if there is any: so what comes is in clear there. */
    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (ctx.pipeline().get(DRIVER) != null) {
            ctx.pipeline().addBefore(DRIVER, null, new Rounds()).remove(this);
        }
        var _ = ctx.write(message, promise);
    }

    /** Reads along until the server is ready for the first query (PostgreSQL 18, 54.2.1 and 54.7). */
    static final class Rounds extends ChannelInboundHandlerAdapter {
        private static final int HEAD = 5;
        private static final int LENGTH = 4; // is a part of what it counts
        private static final int LONGEST = 16 * 1024; // those of servers have some hundred bytes
        private static final int SASL_CONTINUE = 11;
        private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

        private final ByteArrayOutputStream asked = new ByteArrayOutputStream();
        private int head; // so many bytes of it have come
        private byte type;
        private int length;
        private int left;
        private boolean refused;

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (refused) {
                ReferenceCountUtil.release(message);
                return;
            }
            try {
                if (message instanceof ByteBuf bytes && isOver(bytes)) {
                    ctx.pipeline().remove(this);
                }
            } catch (IOException why) {
                refused = true;
                ReferenceCountUtil.release(message);
                ctx.fireExceptionCaught(why);
                var _ = ctx.close();
                return;
            }
            ctx.fireChannelRead(message);
        }

        private boolean isOver(ByteBuf bytes) throws IOException {
            int at = bytes.readerIndex();
            while (at < bytes.writerIndex()) {
                if (head < HEAD) {
                    head(bytes.getByte(at));
                    at++;
                } else {
                    int some = Math.min(left, bytes.writerIndex() - at);
                    if (type == 'R') {
                        bytes.getBytes(at, asked, some);
                    }
                    at += some;
                    left -= some;
                }
                if (head == HEAD && left == 0) {
                    if (type == 'Z') {
                        return true;
                    }
                    check();
                    head = 0;
                }
            }
            return false;
        }

        private void head(byte next) throws IOException {
            if (head == 0) {
                type = next;
                length = 0;
            } else {
                length = (length << Byte.SIZE) | (next & 0xff);
            }
            head++;
            if (head == HEAD) {
                left = length - LENGTH;
                if (length < LENGTH || (type == 'R' && left > LONGEST)) {
                    throw new IOException("what the server says at the login has an impossible length");
                }
            }
        }

        private void check() throws IOException {
            ByteBuffer what = ByteBuffer.wrap(asked.toByteArray());
            asked.reset();
            if (what.remaining() < Integer.BYTES || what.getInt() != SASL_CONTINUE) {
                return;
            }
            for (String part : StandardCharsets.UTF_8.decode(what).toString().split(",", -1)) {
                if (part.startsWith("i=") && !isFew(part.substring(2))) {
                    throw new IOException("the server wants the password hashed in more than " + MOST_ROUNDS
                            + " rounds, which is refused: it may not be yours, and sslmode=verify-full finds out; if"
                            + " it is, set a smaller scram_iterations there, and the password anew");
                }
            }
        }

        private static boolean isFew(String rounds) {
            return NUMBER.matcher(rounds).matches() && Integer.parseInt(rounds) <= MOST_ROUNDS;
        }
    }
}
