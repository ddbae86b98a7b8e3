package dev.weir.net.http.server;

import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.DataDecoder;
import dev.weir.net.http.wire.Http2Head;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.http.wire.Trailers;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Peer;
import dev.weir.net.loop.Received;
import dev.weir.net.loop.Takeover;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A stream of a connection of HTTP/2: one request and its response. */
final class Http2Stream implements LoopCarrier, StreamOutput.StreamSide {
    /*
     * DATA is copied as it comes and waits in `received` until the body is demanded; only then does the client get its
     * window back. So a body that nobody reads holds one window at most. What is sent leaves at once if the windows allow,
     * with what the connection's other streams send; else the codec keeps it until they do.
     *
     * A response may end before its request, whose rest is thrown away as it comes, up to a bound: clients need not
     * notice a reset that overtakes what they send. It drops what the codec has not written yet, so it comes last.
     */
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http");
    private static final int OK = 200; // where HTTP/1.1 has 101 (RFC 8441 section 5)

    private final io.netty.handler.codec.http2.Http2Stream stream;
    private final Http2Wire wire;
    private final Peer peer;
    private final LoopShare share;
    private final Application application;
    private final Limits limits;
    private final Received received;
    private final StreamOutput out;

    private @Nullable Answering exchange;
    private @Nullable RequestHead asked;
    private @Nullable DataDecoder decoder;
    private @Nullable TunnelChannel tunnel;
    private boolean begun;
    private boolean requestEnded;
    private boolean responseEnded;
    private boolean responseWritten;
    private boolean closed;
    private boolean resting;
    private long restSince;
    private int rest;
    private int owed; // of the window

    Http2Stream(
            io.netty.handler.codec.http2.Http2Stream stream,
            Http2Wire wire,
            Peer peer,
            LoopShare share,
            Application application) {
        this.stream = stream;
        this.wire = wire;
        this.peer = peer;
        this.share = share;
        this.application = application;
        this.limits = application.limits();
        this.received = new Received(share);
        this.out = new StreamOutput(wire, share, stream, this);
    }

    // ------------------------------------------------------------ what comes

    void headers(Http2Headers fields, boolean last) {
        try {
            if (!begun) {
                begin(fields, last);
                return;
            }
            int kept = decoder == null || resting ? 0 : decoder.trailers(fields, limits.maxHeaderFields());
            if (kept > 0 && exchange != null && !exchange.body().mayHold(kept)) {
                reset(Http2Error.ENHANCE_YOUR_CALM);
                return;
            }
        } catch (BadRequest malformed) {
            reset(Http2Error.PROTOCOL_ERROR);
            return;
        } catch (Throwable failure) {
            failed(failure);
            return;
        }
        data(Unpooled.EMPTY_BUFFER, 0, true);
    }

    void data(ByteBuf content, int padding, boolean last) {
        int length = content.readableBytes();
        owed += length + padding;
        try {
            if (tunnel != null) {
                requestEnded |= last;
                tunnel.came(content, last);
                return;
            }
            if (exchange != null) {
                received.append(content);
            }
            came(length, last);
        } catch (BadRequest malformed) {
            reset(Http2Error.PROTOCOL_ERROR);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    private void failed(Throwable failure) {
        LOG.log(System.Logger.Level.ERROR, "a stream from " + peer().address() + " failed", failure);
        reset(Http2Error.INTERNAL_ERROR);
    }

    private void begin(Http2Headers fields, boolean last) throws BadRequest {
        begun = true;
        requestEnded = last;
        RequestHead head;
        try {
            head = Http2Head.parse(fields, last, limits.maxHeaderFields(), limits.maxRequestLine());
            checkHost(head);
        } catch (BadRequest bad) {
            if (bad.status() == 400) {
                application.refused(peer.address(), 0, bad.detail());
                throw bad;
            }
            refuse(bad, "HEAD".equals(String.valueOf(fields.method())));
            return;
        }
        decoder = head.hasBody() ? new DataDecoder(head.contentLength(), this::read) : null;
        asked = head;
        Answering next = application.answering(this, head, decoder);
        exchange = next;
        LoopCarrier.at(head, next::begin);
    }

    private void refuse(BadRequest bad, boolean silent) {
        byte[] problem = application.refuse(peer(), bad);
        head(new Refusal(bad.status(), problem), silent, true);
        if (!silent) { // to a HEAD content would break the protocol
            out.bytes(problem);
        }
        end(Trailers.NONE);
    }

    private void came(int length, boolean last) throws BadRequest {
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

    /** All that was there has come. */
    void settle() {
        if (tunnel != null) {
            tunnel.settle();
            return;
        }
        received.settle();
        if (received.available() > 0 && share.held().isFull()) {
            reset(Http2Error.ENHANCE_YOUR_CALM);
        } else if (resting) {
            goOnResting();
        }
    }

    private void goOnResting() {
        if (requestEnded || closed) {
            return; // the stream is closed by both sides, or reset
        }
        if (rest <= Carrier.MAX_SKIPPED) {
            read();
        } else if (responseWritten) {
            reset(Http2Error.NO_ERROR);
        }
    }

    private void abort() {
        Answering current = exchange;
        exchange = null;
        if (current != null) {
            current.abort();
        }
    }

    /** The client has given it up, or gone. */
    void lost() {
        abort();
        if (tunnel != null) {
            responseEnded = true; // nothing may be sent any more where the client has reset the stream
            tunnel.close();
        }
    }

    /** It is over, by both sides' ends or a reset. */
    void closed() {
        closed = true;
        out.close();
        if (!responseEnded) {
            abort();
        }
        if (tunnel != null) {
            tunnel.close();
        }
        received.clear();
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
        return peer;
    }

    @Override
    public void read() {
        int taken = owed - (tunnel == null ? received.available() : 0);
        if (taken > 0 && !closed) {
            owed -= taken;
            wire.giveWindow(stream, taken);
        }
    }

    @Override
    public StreamOutput out() {
        return out;
    }

    @Override
    public void interim(int status, String[] fields) {
        head(Http2ResponseHead.of(status, fields));
    }

    @Override
    public void head(Reply response, boolean silent, boolean reusable) {
        responseEnded = silent || !response.mayHaveBody() || (response.length() == 0 && !response.hasTrailers());
        head(Http2ResponseHead.of(response));
    }

    private void head(Http2Headers fields) {
        if (!closed) {
            wire.writeHead(stream.id(), fields, responseEnded);
        }
    }

    @Override
    public void piece(ByteBuffer content) {
        out.bytes(content);
    }

    @Override
    public void end(String[] trailers) {
        exchange = null;
        if (!responseEnded) {
            last(trailers);
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

    private void last(String[] trailers) {
        responseEnded = true;
        if (trailers.length > 0 && !closed) {
            out.hand();
            wire.writeTrailers(stream.id(), Http2ResponseHead.fields(trailers), this::written);
            return;
        }
        out.end();
    }

    @Override
    public void written() {
        responseWritten = true;
        if (tunnel != null && !tunnel.isOpen()) {
            reset(Http2Error.NO_ERROR);
        } else if (resting) {
            goOnResting();
        }
    }

    // ------------------------------------------------------------ of a tunnel

    @Override
    public void handOver(Reply response, Takeover takeover) {
        exchange = null;
        asked = null; // a tunnel may last
        head(Http2ResponseHead.dated(OK, response.fields()));
        TunnelChannel bytes = new TunnelChannel(wire.channel(), this);
        tunnel = bytes;
        var _ = share.loop().register(bytes);
        bytes.pipeline().addLast(takeover.handler(bytes, share, received, out));
        bytes.came(Unpooled.EMPTY_BUFFER, requestEnded);
    }

    void endTunnel() {
        if (!responseEnded) {
            last(Trailers.NONE);
        }
    }

    /** Nothing more is read either; the end is not overtaken. */
    void closeTunnel() {
        endTunnel();
        if (responseWritten && !closed) {
            reset(Http2Error.NO_ERROR);
        }
    }

    // ------------------------------------------------------------ breaking off

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
        if (!closed) {
            wire.reset(stream.id(), error);
        }
    }

    @Override
    public void room() {
        Answering current = exchange;
        if (current != null) {
            LoopCarrier.at(asked, current::writable);
        } else if (tunnel != null) {
            tunnel.room();
        }
    }

    // ------------------------------------------------------------ rounds

    @Override
    public long stalledFor(long now) {
        return out.stalledFor(now);
    }

    void look(long now) {
        Answering current = exchange;
        if (current != null) {
            current.look(now);
        } else if (resting && responseWritten && now - restSince > Rest.LONGEST_NANOS) {
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
}
