package dev.weir.net.websocket;

import dev.weir.net.loop.Received;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes one frame after the other out of what was received: Netty's decoder, asked instead of fed. */
final class FrameReader extends WebSocket13FrameDecoder {
    private static final int CONTROL = 0x08;

    private final WebSocketOptions options;
    private final List<Object> decoded = new ArrayList<>(1);
    private boolean midway;
    private boolean control;

    FrameReader(boolean masked, boolean extended, WebSocketOptions options) {
        super(WebSocketDecoderConfig.newBuilder()
                .expectMaskedFrames(masked)
                .allowExtensions(extended)
                .maxFramePayloadLength(options.maxFrame)
                .closeOnProtocolViolation(false)
                .withUTF8Validator(false)
                .build());
        this.options = options;
    }

    /** The next frame, to be released; null if it is not all there. */
    @Nullable
    WebSocketFrame next(ChannelHandlerContext ctx, Received received) {
        if (received.available() == 0) {
            return null;
        }
        control = beginsControl(received);
        midway = true;
        ByteBuf in = Unpooled.wrappedBuffer(received.array(), received.start(), received.available());
        try {
            decode(ctx, in, decoded);
        } catch (CorruptedWebSocketFrameException corrupted) {
            if (corrupted.closeStatus().code() == CloseReason.TOO_BIG) {
                throw options.frameTooBig();
            }
            throw new WebSocketException(corrupted.closeStatus().code(), String.valueOf(corrupted.getMessage()));
        } catch (Exception failed) {
            throw new WebSocketException(CloseReason.PROTOCOL_ERROR, String.valueOf(failed.getMessage()));
        }
        received.skip(in.readerIndex());
        if (decoded.isEmpty()) {
            return null;
        }
        midway = false;
        return (WebSocketFrame) decoded.removeLast();
    }

    /** Whether what comes next, or has come in part, is a control frame. */
    boolean beginsControl(Received received) {
        return midway ? control : received.available() > 0 && (received.at(0) & CONTROL) != 0;
    }
}
