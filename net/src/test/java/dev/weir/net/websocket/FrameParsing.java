package dev.weir.net.websocket;

import dev.weir.net.http.wire.Elements;
import dev.weir.net.loop.Bytes;
import dev.weir.net.loop.Received;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** What WebSocket's frames, texts and extensions are taken for, as text; what comes, comes in pieces of a size. */
public final class FrameParsing {
    private static final WebSocketOptions OPTIONS =
            WebSocketOptions.builder().maxMessage(1_000).maxFrame(1_000).build();
    private static final ChannelHandlerContext CONTEXT = context();

    private FrameParsing() {}

    private static ChannelHandlerContext context() {
        EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
        return channel.pipeline().firstContext();
    }

    public static String ofClients(byte[] bytes, int piece) {
        return frames(new FrameReader(true, false, OPTIONS), bytes, piece);
    }

    public static String ofServers(byte[] bytes, int piece) {
        return frames(new FrameReader(false, true, OPTIONS), bytes, piece);
    }

    private static String frames(FrameReader reader, byte[] bytes, int piece) {
        Received in = Bytes.received("");
        StringBuilder story = new StringBuilder();
        try {
            for (int at = 0; at < bytes.length; at += piece) {
                byte[] come = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + piece));
                Bytes.append(in, new String(come, StandardCharsets.ISO_8859_1));
                for (WebSocketFrame frame = reader.next(CONTEXT, in); frame != null; frame = reader.next(CONTEXT, in)) {
                    story.append(frame.getClass().getSimpleName())
                            .append(frame.isFinalFragment())
                            .append(frame.rsv())
                            .append(ByteBufUtil.hexDump(frame.content()))
                            .append('\n');
                    frame.release();
                }
            }
            return story.toString();
        } catch (WebSocketException bad) {
            return story.append(bad.getMessage()).toString();
        }
    }

    /** A part of a frame at a time; what is made of it does not depend on the parts. */
    public static String partsOfClients(byte[] bytes, int piece) {
        FrameParts parts = new FrameParts(true, true, 1_000);
        Received in = Bytes.received("");
        StringBuilder story = new StringBuilder();
        try {
            for (int at = 0; at < bytes.length; at += piece) {
                byte[] come = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + piece));
                Bytes.append(in, new String(come, StandardCharsets.ISO_8859_1));
                boolean more = true;
                while (more) {
                    more = parts.isWithin() ? part(parts, in, story) : begins(parts, in, story);
                }
            }
            return story.toString();
        } catch (WebSocketException bad) {
            return story.append(bad.getMessage()).toString();
        }
    }

    private static boolean begins(FrameParts parts, Received in, StringBuilder story) {
        boolean begun = parts.begin(in);
        if (begun) {
            story.append(parts.isText()).append(parts.isCompressed()).append(' ');
        }
        return begun;
    }

    private static boolean part(FrameParts parts, Received in, StringBuilder story) {
        byte[] part = parts.part(in, 7);
        if (part != null) {
            story.append(ByteBufUtil.hexDump(part)).append(parts.endsMessage() ? "\n" : "");
        }
        return part != null;
    }

    public static String texts(byte[] bytes, int piece) {
        TextDecoder decoder = new TextDecoder();
        try {
            for (int at = 0; at < bytes.length; at += piece) {
                int end = Math.min(bytes.length, at + piece);
                decoder.add(Arrays.copyOfRange(bytes, at, end), end == bytes.length);
            }
            return decoder.text();
        } catch (WebSocketException bad) {
            return "bad";
        }
    }

    public static String extensions(byte[] bytes, int piece) {
        List<String> lines = List.of(new String(bytes, StandardCharsets.ISO_8859_1).split("\n", 20));
        String agreed;
        try {
            agreed = String.valueOf(Deflate.agree(lines, MessageCompression.WITH_CONTEXT));
        } catch (IllegalArgumentException bad) {
            agreed = "bad";
        }
        return Extension.parse(lines)
                + agreed
                + Deflate.accept(lines, MessageCompression.WITH_CONTEXT)
                + Elements.of(lines);
    }
}
