package dev.weir.net.http.server;

import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Received;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2LocalFlowController;
import java.nio.charset.StandardCharsets;

/** Makes a connection one of HTTP/2. */
final class Http2 {
    /** What a client that speaks HTTP/2 without having asked sends first (RFC 9113 section 3.4). */
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /** So many streams can be held up by handlers that do not read without holding up the others. */
    static final int WINDOWS = 16;

    private Http2() {}

    /** How many bytes of a preface have come, or -1 if something else has. */
    static int prefaceIn(Received received) {
        int length = Math.min(received.available(), PREFACE.length);
        for (int i = 0; i < length; i++) {
            if (received.at(i) != PREFACE[i]) {
                return -1;
            }
        }
        return length;
    }

    static boolean isWhole(int preface) {
        return preface == PREFACE.length;
    }

    /** Adds what speaks HTTP/2 at the end of the pipeline. */
    static void install(Channel channel, LoopShare share, Application application) {
        Http2Connection connection = new Http2Connection(channel, share, application);
        Http2Codec codec = connection.codec();
        Limits limits = application.limits();
        channel.pipeline()
                .addLast(new Http2Order(
                        codec, connection.out(), share::now, PREFACE.length, limits.maxConcurrentStreams()))
                .addLast(codec, connection);
        widen(codec, limits.streamWindow());
        channel.config().setAutoRead(true);
    }

    private static void widen(Http2Codec codec, int streamWindow) {
        var whole = codec.connection().connectionStream();
        Http2LocalFlowController windows = codec.connection().local().flowController();
        int missing = (int) Math.min((long) streamWindow * WINDOWS, Integer.MAX_VALUE) - windows.windowSize(whole);
        try {
            if (missing > 0) {
                windows.incrementWindowSize(whole, missing);
            }
        } catch (Http2Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Hands over to HTTP/2 what was received before. */
    static void begin(Channel channel, Received received) {
        ByteBuf first = channel.alloc()
                .buffer(received.available())
                .writeBytes(received.array(), received.start(), received.available());
        received.clear();
        channel.pipeline().fireChannelRead(first);
    }
}
