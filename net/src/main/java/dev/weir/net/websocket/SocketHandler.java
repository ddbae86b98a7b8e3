package dev.weir.net.websocket;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.net.link.Link;
import dev.weir.net.link.Speaker;
import dev.weir.net.loop.Endpoint;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Output;
import dev.weir.net.loop.Peer;
import dev.weir.net.loop.Received;
import dev.weir.net.loop.Told;
import dev.weir.net.loop.Trace;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A WebSocket seen from its event loop, from the handshake's end to that of the connection. */
final class SocketHandler extends Endpoint {
    /*
     * What was received stays bytes until a message is demanded, and nothing more is read meanwhile: so the peer
     * is stopped. Control frames need no demand, as far as no message stands before them.
     *
     * Closing: `closing` is why we close, from the moment it was asked for or the peer's Close came; `theirs` is
     * what the peer's Close said. A Close is sent once, the server ends the connection when both were exchanged,
     * and whoever waits for the other does so no longer than closeTimeout. A peer that breaks the protocol is told
     * so and left.
     */
    private static final System.Logger LOG = System.getLogger("dev.weir.net.websocket");

    private static final int MOST_UNHEARD = 64 * 1024;

    private final boolean server;
    private final WebSocketOptions options;
    private final Use use;
    private final Sender sender;
    private final MessageReader reader;
    private final Incoming incoming;
    private final Vitals vitals;
    private final CompletableFuture<CloseReason> outcome = new CompletableFuture<>();

    private @Nullable MessageLink link;
    private @Nullable CloseReason closing;
    private @Nullable CloseReason theirs;
    private long closingSince;
    private boolean closeSent;
    private boolean reading;
    private boolean serving;
    private boolean serveDue;
    private boolean gone; // the connection; messages may be left
    private boolean over;

    SocketHandler(
            Channel channel,
            LoopShare share,
            Received received,
            Output out,
            boolean server,
            Handshaken agreed,
            WebSocketOptions options,
            Use use) {
        super(channel, share, received, out);
        this.server = server;
        this.options = options;
        this.use = use;
        this.sender = new Sender(out, share, server, agreed, options, this::brokenOff);
        this.reader = new MessageReader(this, received, server, agreed, options);
        this.incoming = new Incoming(this, reader);
        this.vitals = new Vitals(sender, options, share);
    }

    // ------------------------------------------------------------ for WebSocket, on any thread

    Incoming incoming() {
        return incoming;
    }

    CompletableFuture<CloseReason> outcome() {
        return outcome;
    }

    void send(Many<Message> messages, Emitter<Void> emitter) {
        orFail(emitter, () -> sender.send(messages, emitter));
    }

    void send(Message message, Emitter<Void> emitter) {
        orFail(emitter, () -> sender.send(message, emitter));
    }

    void send(MessageStream message, Emitter<Void> emitter) {
        orFail(emitter, () -> sender.send(message, emitter));
    }

    /**
     * Has a protocol spoken on the WebSocket, of which nobody else has read; on the event loop.
     *
     * @param end told the failure, or null, when the connection is closed
     */
    MessageLink speak(Function<? super Link, ? extends Speaker> speaker, Consumer<@Nullable Throwable> end) {
        incoming.checkFree();
        MessageLink begun = new MessageLink(this, sender, speaker, end);
        link = begun;
        sender.tell(begun::writable);
        incoming.speak(begun);
        return begun;
    }

    InetSocketAddress peer() {
        return Peer.addressOf(channel);
    }

    void ping(Emitter<Duration> emitter) {
        orFail(emitter, () -> {
            if (closing != null || gone) {
                emitter.error(Sender.closed());
            } else {
                vitals.ping(emitter, share.now());
            }
        });
    }

    private void orFail(Emitter<?> emitter, Runnable task) {
        if (!onLoop(task)) {
            emitter.error(Sender.closed());
        }
    }

    boolean onLoop(Runnable task) {
        return share.run(task);
    }

    // ------------------------------------------------------------ reading

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        reader.begin(ctx);
        share.add(this); // which may end it at once
        if (closing == null && channel.isActive()) {
            use.opened(this);
        }
        came();
    }

    @Override
    protected boolean takes() {
        vitals.heard(share.now());
        reading = false;
        return true;
    }

    @Override
    protected void handled() {
        reader.settle();
        if (link != null) {
            link.holds(reader.held());
        }
    }

    /** Handles what was received, as far as it is demanded or needs no demand. */
    @Override
    protected void came() {
        serveDue = false;
        if (serving || over) {
            return;
        }
        serving = true;
        incoming.drain();
        reader.advance();
        incoming.drain();
        serving = false;
        if (reader.hasRoom()) {
            read();
        }
    }

    /** What stands next may be a control frame now. */
    void serveSoon() {
        if (!serving && !serveDue && !over) {
            share.loop().execute(this::came);
            serveDue = true; // as that has not thrown
        }
    }

    @Override
    public void read() {
        if (gone) {
            lost();
        } else if (!farewell.isBegun()) {
            reading = true;
            channel.read();
        }
    }

    void pinged(byte[] payload) {
        if (!closeSent) {
            vitals.pinged(payload, out.isWritable());
        }
    }

    boolean ponged(byte[] payload) {
        return vitals.ponged(payload, share.now());
    }

    // ------------------------------------------------------------ writing

    @Override
    protected void writable() {
        if (!closeSent) {
            vitals.writable();
        }
        sender.writable();
    }

    // ------------------------------------------------------------ closing

    boolean isClosing() {
        return closing != null;
    }

    /** What it was for has failed. */
    void fail(Throwable failure, String what) {
        if (closing == null && !gone) {
            LOG.log(System.Logger.Level.ERROR, what, Trace.cut(failure));
            close(new CloseReason(CloseReason.INTERNAL_ERROR, ""));
        }
    }

    /** A message was begun, and its rest does not come. */
    private void brokenOff() {
        close(new CloseReason(CloseReason.INTERNAL_ERROR, ""));
    }

    void close(CloseReason reason) {
        if (gone) {
            lost();
        } else if (closing == null) {
            begin(reason);
            sender.finish(() -> sendClose(reason));
            reader.discard();
            came();
        }
    }

    private void begin(CloseReason reason) {
        closing = reason;
        closingSince = share.now();
    }

    private void sendClose(CloseReason reason) {
        if (closeSent || gone) {
            return;
        }
        closeSent = true;
        sender.control(FrameWriter.CLOSE, reason.payload());
    }

    void closeReceived(CloseReason reason) {
        theirs = reason;
        reader.end();
        boolean theirWish = closing == null;
        if (theirWish) {
            begin(reason);
        }
        if (theirWish && reason.isFailure()) {
            incoming.fail(WebSocketException.of(reason, use.where()));
        }
        if (gone) {
            lost();
            return;
        }
        sender.end();
        sendClose(new CloseReason(reason.code(), ""));
        if (server) {
            farewell.close();
        } else {
            closingSince = share.now(); // the server ends the connection
        }
    }

    /** The peer breaks the protocol or a limit; the failure that this is for whoever reads. */
    WebSocketException refuse(WebSocketException bad) {
        WebSocketException failure = bad.at(use.where());
        reader.end();
        if (!gone && !farewell.isBegun()) {
            tell(bad);
            CloseReason reason = new CloseReason(bad.code(), String.valueOf(bad.getMessage()));
            begin(reason);
            sender.end();
            sendClose(reason);
            farewell.linger();
        }
        incoming.fail(failure);
        return failure;
    }

    /** A client's session sees what is wrong; a server's handler may be one that reads nothing. */
    private void tell(WebSocketException bad) {
        if (server) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "the WebSocket " + use.where() + " with " + Told.address(channel.remoteAddress())
                            + " is closed with " + bad.code() + ": " + bad.getMessage());
        }
    }

    @Override
    protected void closed() {
        gone = true;
        share.remove(this);
        sender.release();
        vitals.release();
        if (server || closing != null || reader.isEmpty()) {
            lost();
        } else if (incoming.isTaken()) {
            incoming.drain(); // a client gets what had come
        } else {
            reader.discard(); // nobody may ever come for it, so that it would be held for ever
            reader.advance(); // a Close may stand behind it
            lost();
        }
    }

    private void lost() {
        if (over) {
            return;
        }
        over = true;
        if (closing == null && theirs == null) {
            incoming.fail(
                    new IOException("the connection of the WebSocket " + use.where() + " was lost without a Close"));
        }
        reader.end();
        incoming.drain();
        reader.release();
        reader.settle();
        CloseReason abnormal = new CloseReason(CloseReason.ABNORMAL, "the connection was lost without a Close");
        outcome.complete(theirs != null ? theirs : Objects.requireNonNullElse(refusal(), abnormal));
        use.closed();
    }

    /** Why we left a peer without waiting for its Close. */
    private @Nullable CloseReason refusal() {
        return farewell.isBegun() ? closing : null;
    }

    @Override
    protected void failed(Throwable cause) {
        if (!isOfThePeer(cause)) {
            LOG.log(System.Logger.Level.ERROR, "the WebSocket with " + channel.remoteAddress() + " failed", cause);
        }
        channel.close();
    }

    @Override
    protected Duration stallTimeout() {
        return options.stallTimeout;
    }

    @Override
    protected void check(long now) {
        if (isStalled(now)) {
            farewell.reset();
        } else if (closing == null) {
            listen(now);
            if (link != null) {
                link.look(now);
            }
        } else if (now - closingSince > options.closeTimeout.toNanos()) {
            channel.close();
        }
    }

    /** A peer that is pinged is heard, too, while nobody demands its messages, as long as they are few. */
    private void listen(long now) {
        boolean full = !out.isWritable();
        boolean deaf = !reading && received.available() >= MOST_UNHEARD;
        if (((full || deaf) && isBroken()) || !vitals.look(now, full, deaf)) {
            channel.close();
        } else if (!reading && vitals.isAwaiting()) {
            read();
        }
    }

    @Override
    public void drain() {
        if (link != null) {
            link.shutdown();
            return;
        }
        close(new CloseReason(CloseReason.GOING_AWAY, "the server shuts down"));
    }
}
