package dev.weir.net.http.client.line;

import dev.weir.net.http.client.call.Call;
import dev.weir.net.http.client.call.Trouble;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.Chars;
import dev.weir.net.http.wire.DataDecoder;
import dev.weir.net.http.wire.Http2Head;
import dev.weir.net.http.wire.StatusHead;
import dev.weir.net.http.wire.StreamWindow;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Output;
import dev.weir.net.loop.Received;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A stream of HTTP/2, which carries one exchange; on its event loop. */
final class Http2ClientStream extends ChannelDuplexHandler implements Line {
    private final Http2ClientConnection connection;
    private final LoopShare share;
    private final Exchange exchange;
    private final Received received;

    private @Nullable Channel channel;
    private @Nullable Output out;
    private @Nullable StreamWindow window;
    private @Nullable DataDecoder decoder; // since the head has come
    private boolean requestEnded;
    private boolean reset; // by the server
    private boolean ended; // so nothing more will come
    private boolean over;
    private boolean looking;

    Http2ClientStream(Http2ClientConnection connection, LoopShare share, Exchange exchange) {
        this.connection = connection;
        this.share = share;
        this.exchange = exchange;
        this.received = new Received(share);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        channel = ctx.channel();
        out = new Output(ctx.channel(), share);
        window = new StreamWindow(ctx.channel());
    }

    void begin(boolean onUsedConnection) {
        exchange.begin(this, onUsedConnection);
    }

    private Channel channel() {
        return Objects.requireNonNull(channel);
    }

    // ------------------------------------------------------------ for the exchange

    @Override
    public LoopShare share() {
        return share;
    }

    @Override
    public String protocol() {
        return "HTTP/2.0";
    }

    @Override
    public Output out() {
        return Objects.requireNonNull(out);
    }

    @Override
    public Received received() {
        return received;
    }

    @Override
    public void read() {
        giveWindow();
    }

    private void giveWindow() {
        if (window().giveBack(received.available())) {
            channel().flush();
        }
    }

    private StreamWindow window() {
        return Objects.requireNonNull(window);
    }

    @Override
    public void head(Call call) {
        requestEnded = call.content().length() == 0; // then it has no trailers
        fields(Http2RequestHead.of(call), requestEnded, "head is");
    }

    /** The codec does not send more than the server has said that it takes, which is not for the server to be asked again. */
    private void fields(Http2Headers fields, boolean last, String what) {
        channel().write(new DefaultHttp2HeadersFrame(fields, last)).addListener(sent -> {
            Throwable cause = sent.cause();
            if (cause instanceof Http2Exception.HeaderListSizeException) {
                exchange.fail(
                        exchange.failure(Trouble.TOO_LARGE, "the request's " + what + " larger than the server takes"));
            } else if (cause instanceof Http2Exception wrong && wrong.error() == Http2Error.REFUSED_STREAM) {
                exchange.refused("the server takes no more streams just now"); // our codec knew, and sent nothing
            }
        });
    }

    @Override
    public void piece(ByteBuffer bytes) {
        out().bytes(bytes);
        connection.frames().sent();
    }

    @Override
    public void end(String[] trailers) {
        if (!requestEnded) {
            requestEnded = true;
            out().flush();
            if (trailers.length == 0) {
                channel().write(new DefaultHttp2DataFrame(true));
            } else {
                fields(Http2RequestHead.fields(trailers), true, "trailers are");
            }
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf bytes) {
            int length = bytes.readableBytes();
            share.held().add(length);
            ctx.write(new DefaultHttp2DataFrame(bytes))
                    .addListener(taken -> share.held().add(-length));
        } else {
            ctx.write(message, promise);
        }
    }

    @Override
    public void done(boolean sent) {
        leave(false);
    }

    @Override
    public void abort() {
        leave(exchange.isAwaited()
                && (looking || (decoder == null && connection.frames().isSilent())));
    }

    private void leave(boolean suspicious) {
        over = true;
        out().discard();
        if (!reset) { // else the codec is about to close it; until then that would answer the reset
            resetUnsent();
            channel().close(); // resets the stream unless both sides have ended it
        }
        received.clear();
        connection.left(this, suspicious);
    }

    /** For Netty 4.2.18 our side has ended though its end still waits for window, which may never come. */
    private void resetUnsent() {
        if (ended && requestEnded && isUnsent()) {
            channel().parent().flush(); // then it was no more than not written yet
            if (isUnsent()) {
                channel().writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.CANCEL));
            }
        }
    }

    private boolean isUnsent() {
        Http2Stream.State state = ((Http2StreamChannel) channel()).stream().state();
        return state == Http2Stream.State.OPEN || state == Http2Stream.State.HALF_CLOSED_REMOTE;
    }

    // ------------------------------------------------------------ from the network

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (over) {
                return;
            }
            if (message instanceof Http2HeadersFrame frame) {
                head(frame);
            } else if (message instanceof Http2DataFrame frame) {
                data(frame);
            }
        } catch (BadRequest bad) {
            exchange.fail(
                    exchange.failure(Trouble.PROTOCOL, "the server's response is malformed: " + bad.getMessage()));
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void head(Http2HeadersFrame frame) throws BadRequest {
        DataDecoder body = decoder;
        if (body != null) {
            if (!frame.isEndStream()) {
                throw new BadRequest("a header comes in the midst of the body");
            }
            body.trailers(frame.headers(), connection.maxHeaderFields());
            take(body, 0, true);
            return;
        }
        StatusHead head = Http2Head.response(frame.headers(), connection.maxHeaderFields());
        if (head.isInterim()) {
            if (frame.isEndStream()) {
                throw new BadRequest("the response ends with " + head.status());
            }
            exchange.interim(head);
            return;
        }
        body = new DataDecoder(head.hasBody(exchange.call().method()) ? head.contentLength() : 0, this::giveWindow);
        take(body, 0, frame.isEndStream());
        decoder = body;
        exchange.respond(head, body);
    }

    private void data(Http2DataFrame frame) throws BadRequest {
        DataDecoder body = decoder;
        if (body == null) {
            throw new BadRequest("the body comes before the head");
        }
        window().came(frame);
        take(body, frame.content().readableBytes(), frame.isEndStream());
        received.append(frame.content());
    }

    private void take(DataDecoder body, int length, boolean last) throws BadRequest {
        body.frame(length, last);
        ended |= last;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (over) {
            return;
        }
        if (decoder != null) {
            exchange.drain();
        }
        received.settle();
        if (received.available() > 0 && exchange.isLeft() && share.held().isFull()) {
            exchange.fail(exchange.full());
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) {
            exchange.writable();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        try {
            if (event instanceof Http2ResetFrame reset) {
                reset(reset.errorCode());
            }
        } finally {
            ReferenceCountUtil.release(event);
        }
    }

    private void reset(long code) {
        if (over) {
            return;
        }
        reset = true;
        if (code == Http2Error.REFUSED_STREAM.code()) {
            exchange.refused("the server refused the stream");
            return;
        }
        exchange.reachedServer();
        if (code == Http2Error.NO_ERROR.code()) {
            exchange.unwritable(); // all that is to come has come, or follows from the queue
        } else {
            Http2Error error = Http2Error.valueOf(code);
            gone("the server reset the stream (" + (error == null ? code : error) + ")");
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (isSettled()) {
            return;
        }
        GoAway goAway = connection.goAway();
        if (decoder == null
                && connection.isUnserved(
                        ((Http2StreamChannel) ctx.channel()).stream().id())) {
            exchange.refused("the server did not begin with it before it closed the connection"
                    + (goAway == null ? "" : " (" + goAway.text() + ")"));
        } else {
            gone(goAway == null ? "the server ended the stream" : goAway.toString());
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        RuntimeException refusal = connection.refusal(exchange, cause);
        if (refusal != null) {
            exchange.fail(refusal);
        } else if (!(cause instanceof IOException) && !isSettled()) {
            exchange.fail(exchange.failure(
                    Trouble.PROTOCOL, "the stream failed: " + Chars.quoted(String.valueOf(cause.getMessage()))));
        }
    }

    /** Nothing more will come, and what did can still be read; what happens later is not why. */
    private void gone(String how) {
        ended = true;
        exchange.gone(how, false);
    }

    /** Whether it need not be told that there is an end: a response that was whole by then outlives its stream and connection. */
    private boolean isSettled() {
        if (over) {
            return true;
        }
        if (ended) {
            exchange.drain(); // what has come, which can also be read later
            return true;
        }
        RuntimeException breach = reset ? null : connection.breach(exchange);
        if (breach != null) {
            exchange.fail(breach);
        }
        return breach != null;
    }

    /** The connection is closed. */
    void lost() {
        if (!isSettled()) {
            GoAway goAway = connection.goAway();
            gone(goAway == null ? "the server closed the connection" : goAway.toString());
        }
    }

    boolean isUnread() {
        return exchange.isUnread();
    }

    void windUp() {
        exchange.windUp();
    }

    void kill() {
        exchange.kill();
    }

    void look(long now) {
        looking = true;
        exchange.look(now);
        looking = false;
    }
}
