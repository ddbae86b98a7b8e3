package dev.weir.net.http.server;

import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.DataDecoder;
import dev.weir.net.http.wire.Http2Head;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.http.wire.StreamWindow;
import dev.weir.net.http.wire.Trailers;
import dev.weir.net.http.wire.Tunnel;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Output;
import dev.weir.net.loop.Peer;
import dev.weir.net.loop.Received;
import dev.weir.net.loop.Takeover;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2FrameStreamException;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A stream of a connection of HTTP/2: one request and its response. */
final class Http2Stream extends ChannelInboundHandlerAdapter implements LoopCarrier, Output.Outlet {
    /*
     * DATA is copied as it comes and waits in `received` until the body is demanded; only then does the client get its
     * window back. So a body that nobody reads holds one window at most.
     *
     * A response may be over before its request is. The rest of the request is then thrown away as it comes, up to
     * a bound, since a client need not take notice of a reset that overtakes what it sends. A reset makes the codec
     * drop what it has not written yet, so it comes after the response.
     */
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http");
    private static final int OK = 200; // where HTTP/1.1 has 101 (RFC 8441 section 5)
    private static final long LONGEST_REST = TimeUnit.SECONDS.toNanos(1);

    private final Http2StreamChannel channel;
    private final Http2Connection connection;
    private final LoopShare share;
    private final Application application;
    private final Limits limits;
    private final Received received;
    private final Output out;

    private @Nullable Answering exchange;
    private @Nullable RequestHead asked;

    private @Nullable DataDecoder decoder;
    private boolean begun;
    private boolean requestEnded;
    private boolean responseEnded;
    private boolean responseWritten;
    private boolean resting;
    private long restSince;
    private int rest;
    private final WindowStall stall = new WindowStall();
    private final StreamWindow window;

    Http2Stream(Http2StreamChannel channel, Http2Connection connection, LoopShare share, Application application) {
        this.channel = channel;
        this.connection = connection;
        this.share = share;
        this.application = application;
        this.limits = application.limits();
        this.received = new Received(share);
        this.out = new Output(channel, share, this);
        this.window = new StreamWindow(channel);
    }

    // ------------------------------------------------------------ what comes

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        connection.add(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            switch (message) {
                case Http2HeadersFrame head when !begun -> begin(head);
                case Http2HeadersFrame trailers -> {
                    if (decoder != null && !resting) {
                        decoder.trailers(trailers.headers(), limits.maxHeaderFields());
                    }
                    data(0, true);
                }
                case Http2DataFrame data -> {
                    int length = data.content().readableBytes();
                    window.came(data);
                    if (exchange != null) {
                        received.append(data.content());
                    }
                    data(length, data.isEndStream());
                }
                default -> {} // settings and the like, which are the connection's
            }
        } catch (BadRequest malformed) {
            reset(Http2Error.PROTOCOL_ERROR);
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void begin(Http2HeadersFrame frame) throws BadRequest {
        begun = true;
        requestEnded = frame.isEndStream();
        RequestHead head;
        try {
            head = Http2Head.parse(frame.headers(), requestEnded, limits.maxHeaderFields(), limits.maxRequestLine());
            checkHost(head);
        } catch (BadRequest bad) {
            if (bad.status() == 400) {
                throw bad;
            }
            refuse(bad);
            return;
        }
        decoder = head.hasBody() ? new DataDecoder(head.contentLength(), this::read) : null;
        Answering next = application.answering(this, head, decoder);
        exchange = next;
        asked = head;
        LoopCarrier.at(head, next::begin);
    }

    private void refuse(BadRequest bad) {
        byte[] problem = application.refuse(peer(), bad);
        head(new Refusal(bad.status(), problem), false, true);
        out.bytes(problem);
        end(Trailers.NONE);
    }

    private void data(int length, boolean last) throws BadRequest {
        requestEnded |= last;
        if (resting) {
            rest += length;
        } else if (decoder != null) {
            decoder.frame(length, last);
        }
        Answering current = exchange;
        if (current != null) {
            LoopCarrier.at(asked, current.body()::drain);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        received.settle();
        if (received.available() > 0 && share.held().isFull()) {
            reset(Http2Error.ENHANCE_YOUR_CALM);
            return;
        }
        if (resting) {
            goOnResting();
        }
    }

    private void goOnResting() {
        if (requestEnded) {
            return; // the stream is closed by both sides
        }
        if (rest <= Carrier.MAX_SKIPPED) {
            read();
        } else if (responseWritten) {
            reset(Http2Error.NO_ERROR);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof Http2ResetFrame) {
            lost();
        }
        ReferenceCountUtil.release(event);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        Answering current = exchange;
        if (channel.isWritable() && current != null && connection.takes(id())) {
            LoopCarrier.at(asked, current::writable);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof Http2FrameStreamException) {
            ctx.fireExceptionCaught(cause); // to the end of the pipeline, which resets the stream
        } else if (!(cause instanceof Http2Exception || cause instanceof IOException)) { // for those the codec does it
            LOG.log(System.Logger.Level.ERROR, "a stream from " + peer().address() + " failed", cause);
            reset(Http2Error.INTERNAL_ERROR);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        connection.remove(this);
        abort();
        out.discard();
        received.clear();
    }

    private void abort() {
        Answering current = exchange;
        exchange = null;
        if (current != null) {
            current.abort();
        }
    }

    void lost() {
        abort();
        channel.close();
    }

    // ------------------------------------------------------------ for the exchange

    @Override
    public LoopShare share() {
        return share;
    }

    @Override
    public Application application() {
        return application;
    }

    @Override
    public Received received() {
        return received;
    }

    @Override
    public String protocol() {
        return "HTTP/2.0";
    }

    @Override
    public Peer peer() {
        return connection.peer();
    }

    @Override
    public void read() {
        if (window.giveBack(received.available())) {
            connection.flushSoon();
        }
    }

    @Override
    public Output out() {
        return out;
    }

    @Override
    public void interim(int status, String[] fields) {
        write(new DefaultHttp2HeadersFrame(Http2ResponseHead.of(status, fields), false));
    }

    @Override
    public void head(Reply response, boolean silent, boolean reusable) {
        responseEnded = silent || !response.mayHaveBody() || (response.length() == 0 && !response.hasTrailers());
        write(new DefaultHttp2HeadersFrame(Http2ResponseHead.of(response), responseEnded));
    }

    @Override
    public void piece(ByteBuffer content) {
        out.bytes(content);
    }

    @Override
    public void end(String[] trailers) {
        exchange = null;
        if (!responseEnded) {
            responseEnded = true;
            last(trailers).addListener(done -> written());
            connection.flushSoon();
        } else {
            responseWritten = true;
        }
        received.clear();
        if (!requestEnded) {
            resting = true;
            restSince = now();
            read();
        }
    }

    private ChannelFuture last(String[] trailers) {
        if (trailers.length == 0) {
            return data(out.take(), true);
        }
        out.hand();
        return channel.write(new DefaultHttp2HeadersFrame(Http2ResponseHead.fields(trailers), true));
    }

    @Override
    public void handOver(Reply response, Takeover takeover) {
        exchange = null;
        write(new DefaultHttp2HeadersFrame(Http2ResponseHead.of(OK, response.fields()), false));
        channel.closeFuture().addListener(closed -> connection.remove(this));
        channel.pipeline().remove(this); // the connection still counts it, and what is sent goes through it
        Tunnel.open(channel, window, takeover.handler(channel, share, received, out));
    }

    private void written() {
        responseWritten = true;
        if (resting && channel.isActive()) {
            goOnResting();
        }
    }

    @Override
    public void breakOff() {
        exchange = null;
        reset(Http2Error.INTERNAL_ERROR);
    }

    @Override
    public void giveUp() {
        reset(Http2Error.CANCEL);
    }

    private void reset(Http2Error error) {
        out.discard();
        Http2FrameStream stream = channel.stream();
        channel.pipeline()
                .fireExceptionCaught(new Http2FrameStreamException(
                        stream, error, new IOException("the stream is given up: " + error)));
    }

    private void write(Object frame) {
        channel.write(frame, channel.voidPromise());
        connection.flushSoon();
    }

    @Override
    public void write(ByteBuf bytes) {
        data(bytes, false);
    }

    private ChannelFuture data(ByteBuf bytes, boolean last) {
        int length = bytes.readableBytes();
        share.held().add(length);
        return channel.write(new DefaultHttp2DataFrame(bytes, last))
                .addListener(taken -> share.held().add(-length));
    }

    @Override
    public void flushSoon(Output output) {
        connection.flushSoon(output);
    }

    // ------------------------------------------------------------ rounds

    @Override
    public long stalledFor(long now) {
        boolean waits = WindowStall.waits(channel);
        return stall.of(waits, waits ? connection.window(id()) : 0, now);
    }

    /** The client takes so many bytes more. */
    void windowGiven(int more) {
        stall.given(more);
    }

    void look(long now) {
        Answering current = exchange;
        if (current != null) {
            current.look(now);
        } else if (resting && responseWritten && now - restSince > LONGEST_REST) {
            reset(Http2Error.NO_ERROR);
        } else if (responseEnded && stalledFor(now) > patience()) {
            giveUp();
        }
    }

    void drain() {
        Answering current = exchange;
        if (current != null) {
            current.drain();
        }
    }

    int id() {
        return channel.stream().id();
    }
}
