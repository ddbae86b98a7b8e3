package dev.weir.net.http.server;

import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.http.wire.HeadParser;
import dev.weir.net.http.wire.MessageWriter;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.http.wire.Statuses;
import dev.weir.net.loop.Endpoint;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Peer;
import dev.weir.net.loop.ReadOn;
import dev.weir.net.loop.Takeover;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A connection of a client, on its event loop. */
final class HttpConnection extends Endpoint implements LoopCarrier {
    /*
     * Requests are served one after the other; those that a client sends ahead wait as bytes, in `received`
     * up to maxPipelinedBytes, then in the kernel, and so does a body that nobody reads. So responses are in order
     * without being queued. While a response runs one read stays due wherever that bound allows it: it is how a
     * client's leaving is noticed. Beyond it the rounds ask the kernel, which does not always know; so where nobody takes
     * anything they read on, one piece at a time up to a bound of their own, to come to the end of what a client has left.
     *
     * The socket is read again when: a head is awaited; a piece of the body is demanded; or little is waiting.
     * No request is begun while the client does not read the responses before it.
     */
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http");

    private static final int MOST_AHEAD = 256 * 1024; // more than Linux keeps for a Unix domain socket by itself

    private final Application application;
    private final Limits limits;
    private final HeadParser parser;

    private @Nullable Peer peer;
    private @Nullable Answering exchange;
    private @Nullable RequestHead asked;
    private @Nullable ResponseWriter writer;
    private @Nullable Rest rest;
    private boolean inTurn;
    private boolean draining;
    private boolean handedOver;
    private boolean first = true;
    private boolean headBegins; // by what comes just now
    private int untaken; // in the round before
    private long since; // the wait for a head, or for the rest of it, began

    HttpConnection(Channel channel, LoopShare share, Application application) {
        super(channel, share);
        this.application = application;
        this.limits = application.limits();
        this.parser = new HeadParser(limits.maxRequestLine(), limits.maxHeaderBytes(), limits.maxHeaderFields());
    }

    @Override
    public Application application() {
        return application;
    }

    @Override
    public Peer peer() {
        return Objects.requireNonNull(peer, "not open yet");
    }

    @Override
    public void interim(int status, String[] fields) {
        out.bytes(Statuses.line(status));
        MessageWriter.fields(out, fields);
        out.crlf();
        out.flushSoon();
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        peer = Peer.of(channel);
        ReadOn.at(channel, this::isHungry);
        since = now();
        share.add(this);
        ctx.read();
    }

    @Override
    protected boolean takes() {
        headBegins |= exchange == null && rest == null && received.available() == 0;
        return true;
    }

    /** Whether a body goes on of which all that has come was taken. */
    private boolean isHungry() {
        Answering current = exchange;
        return current != null && received.available() == 0 && !current.body().isFinished();
    }

    @Override
    protected void handled() {
        if (headBegins) {
            headBegins = false;
            if (exchange == null && received.available() > 0) { // else the exchange's end has its time
                since = now();
            }
        }
        if (received.available() < enough()) {
            channel.read();
        }
    }

    /** How many bytes may wait to be understood while there is still a read due. */
    private int enough() {
        Answering current = exchange;
        if (current == null && out.isWritable()) {
            return Integer.MAX_VALUE; // the parser has its own limits
        }
        return limits.maxPipelinedBytes();
    }

    @Override
    protected void came() {
        if (inTurn) {
            return;
        }
        inTurn = true;
        try {
            boolean more = true;
            while (more && !farewell.isBegun() && !handedOver && channel.isActive()) {
                more = step();
            }
        } catch (BadRequest bad) {
            refuse(bad);
        } finally {
            inTurn = false;
        }
    }

    private boolean step() throws BadRequest {
        Answering current = exchange;
        if (current != null) {
            LoopCarrier.at(asked, current.body()::drain);
            return exchange == null;
        }
        if (!out.isWritable()) {
            return false;
        }
        if (rest != null) {
            if (!skip(rest)) {
                return false;
            }
            rest = null;
            since = now(); // the next head has its whole time
        }
        if (first && !peer().secure()) {
            int preface = Http2.prefaceIn(received);
            if (Http2.isWhole(preface)) {
                becomeHttp2();
                return false;
            }
            if (preface > 0) { // so far, a POST may begin like it
                return false;
            }
        }
        RequestHead head = parser.next(received);
        if (head == null) {
            if (received.available() == 0 && draining) {
                farewell.close();
            }
            return false;
        }
        first = false;
        checkHost(head);
        BodyDecoder decoder =
                head.hasBody() ? BodyDecoder.of(head, limits.maxHeaderBytes(), limits.maxHeaderFields()) : null;
        writer = new ResponseWriter(out, head);
        Answering next = application.answering(this, head, decoder);
        exchange = next;
        asked = head;
        LoopCarrier.at(head, next::begin);
        return true;
    }

    private void becomeHttp2() {
        share.remove(this);
        Http2.install(channel, share, application);
        channel.pipeline().remove(this);
        Http2.begin(channel, received);
    }

    /** Throws away what is left of a body that nobody read; false if more has to come. */
    private boolean skip(Rest unread) throws BadRequest {
        unread.skip(received);
        if (unread.isTooMuch()) {
            linger();
            return false;
        }
        return unread.isDone();
    }

    /** Nothing more of what has come is wanted, or of what still comes. */
    private void linger() {
        received.skip(received.available());
        farewell.linger();
    }

    private void refuse(BadRequest bad) {
        if (rest != null) {
            linger(); // the request that this belongs to has had its response
            return;
        }
        byte[] problem = application.refuse(peer(), bad);
        ResponseHead.write(out, new Refusal(bad.status(), problem), BodyFraming.LENGTH, false, false);
        if (!parser.asksHead()) {
            out.bytes(problem);
        }
        linger();
    }

    @Override
    public void head(Reply response, boolean silent, boolean reusable) {
        writer().head(response, silent, reusable && !draining);
        if (writer().endsAtClose()) {
            farewell.closingEnds();
        }
    }

    @Override
    public void piece(ByteBuffer content) {
        writer().piece(content);
    }

    private ResponseWriter writer() {
        return Objects.requireNonNull(writer, "no request runs");
    }

    @Override
    public void end(String[] trailers) {
        RequestBody body = Objects.requireNonNull(exchange, "no request runs").body();
        ResponseWriter response = writer();
        response.end(trailers);
        farewell.allIsSaid();
        out.flushSoon();
        forget();
        since = now();
        if (!response.keepsAlive() || draining || body.isBroken()) {
            if (body.isFinished() && received.available() == 0) {
                farewell.close();
            } else {
                linger();
            }
            return;
        }
        if (!body.isFinished()) {
            rest = body.rest();
        }
        if (!inTurn) {
            goOn();
        }
    }

    /** No request runs any more, and nothing of it is kept: its head may be large. */
    private void forget() {
        exchange = null;
        asked = null;
        writer = null;
    }

    private void goOn() {
        came();
        out.flushSoon();
        if (!farewell.isBegun()) {
            handled();
        }
    }

    @Override
    public void handOver(Reply response, Takeover takeover) {
        forget();
        handedOver = true;
        ResponseHead.write(out, response, BodyFraming.LENGTH, true, false);
        out.flush();
        share.remove(this);
        channel.pipeline().replace(this, null, takeover.handler(channel, share, received, out));
    }

    @Override
    public void breakOff() {
        boolean endsAtClose = writer().endsAtClose();
        forget();
        if (endsAtClose) {
            farewell.breakOff();
        } else {
            farewell.close();
        }
    }

    @Override
    public long stalledFor(long now) {
        return out.stalledFor(now);
    }

    @Override
    public void giveUp() {
        farewell.reset();
    }

    @Override
    protected void writable() {
        Answering current = exchange;
        if (current != null) {
            LoopCarrier.at(asked, current::writable);
        } else {
            goOn();
        }
    }

    @Override
    protected void closed() {
        share.remove(this);
        Answering current = exchange;
        exchange = null;
        if (current != null) {
            current.abort();
        }
        received.clear();
    }

    @Override
    protected void failed(Throwable cause) {
        if (!isOfThePeer(cause)) {
            LOG.log(System.Logger.Level.ERROR, "the connection from " + peer().address() + " failed", cause);
        }
        kill();
    }

    @Override
    protected Duration stallTimeout() {
        return limits.stallTimeout();
    }

    @Override
    protected void check(long now) {
        Answering current = exchange;
        if (current != null && received.available() >= enough() && isLeft()) {
            kill(); // as nothing is read, it would not be seen
        } else if (current != null) {
            readAhead();
            current.look(now);
        } else if (out.isWaiting()) {
            since = now; // the client still takes the responses before
            if (isStalled(now)) {
                giveUp();
            }
        } else if (now - since > patienceNow()) {
            if (rest != null) {
                linger(); // closed at once, a client that still sends would lose the response
            } else if (received.available() > 0) {
                refuse(new BadRequest(408, "the request did not come in time"));
            } else {
                kill();
            }
        }
    }

    private void readAhead() {
        int waiting = received.available();
        boolean rests = waiting >= enough() && waiting == untaken;
        untaken = waiting;
        if (rests
                && waiting < limits.maxPipelinedBytes() + MOST_AHEAD
                && !share.held().isFull()) {
            channel.read();
        }
    }

    private long patienceNow() {
        boolean midway = received.available() > 0 || first;
        return rest != null ? Rest.LONGEST_NANOS : (midway ? limits.headerTimeout() : limits.idleTimeout()).toNanos();
    }

    /** A request that runs is finished, one that has begun to come is awaited; an idle connection ends. */
    @Override
    public void drain() {
        draining = true;
        Answering current = exchange;
        if (current != null) {
            current.drain();
        } else if (received.available() == 0 && rest == null && !farewell.isBegun()) {
            farewell.close();
        }
    }
}
