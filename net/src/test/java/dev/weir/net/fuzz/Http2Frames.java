package dev.weir.net.fuzz;

import dev.weir.net.RawHttp2;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Makes the frames of a client, and reads those of a server as strictly as RFC 9113 allows. */
final class Http2Frames {
    private static final int LARGEST = 16_384;

    private final DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder();

    /** A block of HPACK with what the blocks before it have taught. */
    byte[] block(String... fields) {
        Http2Headers headers = new DefaultHttp2Headers(false);
        for (int i = 0; i < fields.length; i += 2) {
            headers.add(fields[i], fields[i + 1]);
        }
        ByteBuf block = Unpooled.buffer();
        try {
            encoder.encodeHeaders(1, headers, block);
            byte[] bytes = new byte[block.readableBytes()];
            block.readBytes(bytes);
            return bytes;
        } catch (Http2Exception e) {
            throw new AssertionError(e);
        } finally {
            block.release();
        }
    }

    /**
     * What a server has said.
     *
     * @param replies the head and the body, of streams that have ended, by stream
     * @param goAway the last error it went away with, -1 if it did not
     */
    record Said(Map<Integer, String> replies, Set<Integer> reset, int goAway) {
        /** Without what it said because the client was silent. */
        Said withoutEnd() {
            return new Said(replies, reset, -1);
        }
    }

    static Said read(byte[] bytes) throws Http2Exception {
        DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(true);
        Map<Integer, String> heads = new TreeMap<>();
        Map<Integer, String> bodies = new TreeMap<>();
        Map<Integer, String> ended = new TreeMap<>();
        Set<Integer> reset = new HashSet<>();
        int goAway = -1;
        ByteBuffer in = ByteBuffer.wrap(bytes);
        boolean first = true;
        while (in.remaining() >= 9) {
            int start = in.getInt();
            int length = start >>> 8;
            int type = start & 0xff;
            int flags = in.get();
            int stream = in.getInt();
            check(length <= LARGEST && length <= in.remaining(), "a frame of length " + length);
            check(!first || type == RawHttp2.SETTINGS, "the first frame is of type " + type);
            first = false;
            byte[] payload = new byte[length];
            in.get(payload);
            boolean over = ended.containsKey(stream) || reset.contains(stream);
            boolean last = (flags & RawHttp2.END_STREAM) != 0;
            switch (type) {
                case RawHttp2.HEADERS -> {
                    check(stream > 0 && stream % 2 == 1 && !over, "HEADERS on stream " + stream);
                    check((flags & RawHttp2.END_HEADERS) != 0, "HEADERS without end");
                    Http2Headers head = decoder.decodeHeaders(stream, Unpooled.wrappedBuffer(payload));
                    head.remove("date");
                    if (!head.status().toString().equals("100")) {
                        heads.put(stream, head.toString());
                    }
                }
                case RawHttp2.DATA -> {
                    check(heads.containsKey(stream) && !over, "DATA on stream " + stream);
                    bodies.merge(stream, HexFormat.of().formatHex(payload), String::concat);
                }
                case RawHttp2.RST_STREAM -> {
                    check(stream > 0 && length == 4, "RST_STREAM");
                    reset.add(stream);
                }
                case RawHttp2.GOAWAY -> {
                    check(stream == 0 && length >= 8, "GOAWAY");
                    goAway = ByteBuffer.wrap(payload).getInt(4);
                }
                case RawHttp2.SETTINGS, RawHttp2.PING -> check(stream == 0, "type " + type + " on stream " + stream);
                case RawHttp2.WINDOW_UPDATE -> check(length == 4, "WINDOW_UPDATE");
                default -> throw new AssertionError("a frame of type " + type);
            }
            if (last && (type == RawHttp2.HEADERS || type == RawHttp2.DATA)) {
                ended.put(stream, heads.get(stream) + " " + bodies.getOrDefault(stream, ""));
            }
        }
        check(!in.hasRemaining(), "half a frame");
        return new Said(ended, reset, goAway);
    }

    private static void check(boolean well, String what) {
        if (!well) {
            throw new AssertionError("malformed: " + what);
        }
    }
}
