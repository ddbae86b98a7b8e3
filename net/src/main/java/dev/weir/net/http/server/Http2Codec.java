package dev.weir.net.http.server;

import dev.weir.net.http.wire.Chars;
import dev.weir.net.http.wire.FieldsDecoder;
import dev.weir.net.http.wire.ResetEncoder;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Output;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2PromisedRequestVerifier;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.UniformStreamByteDistributor;
import org.jspecify.annotations.Nullable;

/** Netty's codec for a server, without an object for each frame and a channel for each stream. What floods it is {@link Http2Order}'s. */
final class Http2Codec extends Http2ConnectionHandler {
    private static final int TOO_LARGE = 431;

    private final Http2Writer writer;
    private final HeadRefusal refusal;

    /** Is told of heads that do not reach anybody else. */
    interface HeadRefusal {
        /**
         * What came was refused.
         *
         * @param status what it is answered with; 0 if its stream is reset
         */
        void refused(int status, String detail);
    }

    private Http2Codec(
            Http2ConnectionDecoder decoder,
            Http2ConnectionEncoder encoder,
            Http2Settings initialSettings,
            Http2Writer writer,
            HeadRefusal refusal) {
        super(decoder, encoder, initialSettings, true);
        this.writer = writer;
        this.refusal = refusal;
    }

    /**
     * For a connection that begins.
     *
     * @param events is told what comes, and which streams end
     */
    static Http2Codec of(Output out, LoopShare share, Limits limits, Http2EventAdapter events, HeadRefusal refusal) {
        Http2Connection connection = new DefaultHttp2Connection(true);
        connection
                .remote()
                .flowController(new DefaultHttp2RemoteFlowController(
                        connection, new UniformStreamByteDistributor(connection))); // priorities are no more
        Http2Writer writer = Http2Writer.of(out, share, limits.maxResets());
        Http2ConnectionEncoder encoder = new ResetEncoder(new DefaultHttp2ConnectionEncoder(connection, writer));
        Http2ConnectionDecoder decoder = new DefaultHttp2ConnectionDecoder(
                connection,
                encoder,
                new DefaultHttp2FrameReader(new FieldsDecoder(limits.maxHeaderBytes())),
                Http2PromisedRequestVerifier.ALWAYS_VERIFY,
                true,
                true,
                true);
        connection.addListener(events);
        connection.remote().maxActiveStreams(limits.maxConcurrentStreams());
        decoder.frameListener(events);
        Http2Settings settings = new Http2Settings()
                .maxConcurrentStreams(limits.maxConcurrentStreams())
                .initialWindowSize(limits.streamWindow())
                .maxHeaderListSize(limits.maxHeaderBytes())
                .connectProtocolEnabled(true); // RFC 8441
        return new Http2Codec(decoder, encoder, settings, writer, refusal);
    }

    Http2Writer writer() {
        return writer;
    }

    /**
     * What waited in a stream fails when it is closed, for which Netty 4.2.18 would send one more reset: also to a client
     * that has just sent one (RFC 9113 section 5.4.2).
     */
    @Override
    protected void onStreamError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, Http2Exception.StreamException wrong) {
        var stream = connection().stream(wrong.streamId());
        boolean malformed = !outbound && wrong.error() == Http2Error.PROTOCOL_ERROR; // else it is one stream too many
        if (malformed && !connection().streamMayHaveExisted(wrong.streamId())) { // so it is its head
            boolean large = wrong instanceof Http2Exception.HeaderListSizeException;
            refusal.refused(large ? TOO_LARGE : 0, Chars.quoted(String.valueOf(wrong.getMessage())));
        }
        if (!outbound || (stream != null && stream.state() != io.netty.handler.codec.http2.Http2Stream.State.CLOSED)) {
            super.onStreamError(ctx, outbound, cause, wrong);
        }
        if (!outbound && !connection().streamMayHaveExisted(wrong.streamId())) {
            useUp(wrong.streamId());
        }
    }

    /** A stream that was refused is over (RFC 9113 section 5.1), so that no other head begins it. */
    private void useUp(int stream) {
        var clients = connection().remote();
        int most = clients.maxActiveStreams();
        clients.maxActiveStreams(most + 1); // there may be no room for it, which is why it was refused
        try {
            clients.createStream(stream, true).close();
        } catch (Http2Exception none) {
            // one that no client can begin, or after the last of a connection that ends, is not begun later either
        } finally {
            clients.maxActiveStreams(most);
        }
    }

    @Override
    protected void onConnectionError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, @Nullable Http2Exception known) {
        ctx.fireExceptionCaught(cause);
        super.onConnectionError(ctx, outbound, cause, cause instanceof Http2Exception told ? told : known);
    }
}
