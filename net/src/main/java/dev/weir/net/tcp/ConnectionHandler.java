package dev.weir.net.tcp;

import dev.weir.Cancellable;
import dev.weir.net.link.Framing;
import dev.weir.net.link.Link;
import dev.weir.net.link.Speaker;
import dev.weir.net.loop.Endpoint;
import dev.weir.net.loop.Farewell;
import dev.weir.net.loop.Input;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Peer;
import dev.weir.net.loop.Told;
import dev.weir.net.loop.Trace;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A connection seen from its event loop. */
final class ConnectionHandler extends Endpoint {
    private final TcpLimits limits;
    private Parting parting;

    private @Nullable Consumer<ConnectionHandler> opened; // until it was told
    private @Nullable Peer proved; // by TLS, of which nothing is known any more when the connection is closed
    private boolean isOpened;
    private @Nullable Cancellable run;
    private boolean peerDone;
    private boolean draining;
    private boolean abandoned;
    private @Nullable FramedLink link;
    private @Nullable Sends sends; // of streams
    private @Nullable Input reader;
    private boolean begun; // to be read
    private boolean cut; // by us, or by a failure
    private long activeAt;
    private long sent;

    /** Tells {@code opened} on the event loop when the connection can be used. */
    ConnectionHandler(
            Channel channel, LoopShare share, TcpLimits limits, Consumer<ConnectionHandler> opened, Parting parting) {
        super(channel, share);
        this.limits = limits;
        this.opened = opened;
        this.parting = parting;
    }

    Channel channel() {
        return channel;
    }

    TcpLimits limits() {
        return limits;
    }

    Farewell farewell() {
        return farewell;
    }

    /** What whoever waits is told: with whom the connection is closed, and why if that is known. */
    IOException closed(String how) {
        String whose = peer().getPort() == 0 ? "" : "with " + Told.address(peer()) + " "; // as of a Unix domain socket
        return parting.closed("the connection " + whose + how);
    }

    Peer identity() {
        return proved == null ? Peer.of(channel) : proved;
    }

    InetSocketAddress peer() {
        return identity().address();
    }

    /** Whether the peer has sent its last byte. */
    boolean peerIsDone() {
        return peerDone;
    }

    /** Whether no more is read, because the peer is done or the server shuts down. */
    boolean inputHasEnded() {
        return peerDone || draining;
    }

    /** Reads on what is not complete. */
    @Override
    public void read() {
        if (received.available() > LoopShare.SCRATCH && share.held().isFull()) {
            refuseMore();
        } else {
            channel.read();
        }
    }

    private void refuseMore() {
        Input reading = reader;
        if (reading != null) {
            reading.fail(Trace.none(
                    new IOException("all connections hold as much in memory as they may (setting: maxHeldBytes)")));
        }
        if (link != null) {
            abort();
        } else {
            abandonInput();
        }
    }

    // ------------------------------------------------------------ for TcpConnection, on any thread

    /** What users read of it; made once, before anything else happens. */
    Reads reads() {
        return new Reads(this);
    }

    /** What users send; made once, before anything else happens. */
    Sends sends() {
        Sends made = new Sends(this);
        sends = made;
        return made;
    }

    boolean onLoop(Runnable task) {
        return share.run(task);
    }

    // ------------------------------------------------------------ on the event loop

    /** Lets a user read, who may read on when that has ended. */
    void readBy(Input next) {
        reader = next;
        begun = true;
    }

    /** Whether it was that one who has read until now. */
    boolean letGo(@Nullable Input last) {
        boolean mine = last != null && reader == last;
        if (mine) {
            reader = null;
        }
        return mine;
    }

    /** Has a protocol spoken on the connection, which was opened just now, in place of what users do. */
    void speak(Framing framing, Function<? super Link, ? extends Speaker> speaker) throws IOException {
        if (!takesMore()) {
            share.remove(this); // nobody tells that it was closed before it was opened
            throw closed("was closed");
        }
        FramedLink speaking = new FramedLink(this, share, received, out, framing, speaker);
        reader = speaking;
        link = speaking;
    }

    /** Whether something can still be sent. */
    boolean takesMore() {
        return channel.isActive() && !farewell.isBegun();
    }

    /** Runs what a server does with the connection, then closes it. */
    void run(TcpServer.Handler handler, TcpConnection connection) {
        try {
            run = Objects.requireNonNull(handler.handle(connection), "the handler returned null instead of a One")
                    .withContext(context -> context.withClock(share.clock()))
                    .subscribe(done -> onLoop(this::finish), failure -> onLoop(() -> handlerFailed(failure)));
        } catch (Throwable failure) {
            handlerFailed(failure);
        }
    }

    private void handlerFailed(Throwable failure) {
        HandlerFailure.log(peer(), failure);
        if (!farewell.isBegun()) {
            abort();
        }
    }

    /** Sends what is waiting, and nothing more; then the peer sees an error. */
    void abort() {
        if (!channel.isActive()) {
            release();
            return;
        }
        if (sends != null) {
            sends.halt();
        }
        farewell.breakOff();
    }

    /** Closes when what was sent is on its way. */
    void finish() {
        if (!channel.isActive()) {
            release();
        } else if (peerDone) {
            farewell.close();
        } else {
            farewell.linger();
        }
    }

    /** Nobody reads any more: what still comes is thrown away, only the peer's end matters. */
    void abandonInput() {
        abandoned = true;
        received.clear();
        channel.read();
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        open();
    }

    /** The channel is connected. */
    void open() {
        Peer known = Peer.of(channel);
        proved = known.secure() ? known : null;
        isOpened = true;
        activeAt = share.now();
        share.add(this);
        channel.read(); // one read is always due, else a peer that goes would not be noticed
        Consumer<ConnectionHandler> told = Objects.requireNonNull(opened, "it is opened once");
        opened = null; // which may hold who asked for the connection
        told.accept(this);
    }

    @Override
    protected boolean takes() {
        activeAt = share.now();
        return !abandoned;
    }

    @Override
    protected void came() {
        Input reading = reader;
        if (reading != null) {
            reading.drain();
        }
    }

    @Override
    protected void handled() {
        if (received.available() == 0 && !peerDone) {
            channel.read();
        }
    }

    @Override
    protected void peerFinished(boolean said) {
        if (peerDone) {
            return;
        }
        if (identity().secure() && !said) { // somebody on the way may have cut it off (RFC 8446 section 6.1)
            cut();
            return;
        }
        peerDone = true;
        activeAt = share.now();
        Input reading = reader;
        if (farewell.isBegun()) {
            farewell.peerHasFinished();
        } else if (reading != null) {
            reading.drain();
        }
    }

    @Override
    protected void writable() {
        if (sends != null) {
            sends.pull();
        }
        if (link != null) {
            link.writable();
        }
    }

    @Override
    protected void closed() {
        if (link != null) {
            share.remove(this);
            endLink(link);
        } else if ((reader != null || begun) && isPeersEnd()) {
            peerDone = true;
            failSends();
            Input reading = reader;
            if (reading != null) {
                reading.drain(); // what is left is read as it is demanded
            }
        } else {
            end();
        }
    }

    /** What is left is not read any more, and who handles it does not go on. */
    private void end() {
        Cancellable running = run;
        if (running != null) {
            running.cancel();
        }
        failSends();
        Input reading = reader;
        if (reading != null) {
            reading.fail(closed("was closed"));
        }
        release();
    }

    private void release() {
        share.remove(this);
        received.clear();
    }

    private void failSends() {
        if (sends != null) {
            sends.fail();
        }
    }

    /** Why nobody can read or send any more, or null. */
    @Nullable
    IOException closedBy(String how) {
        return farewell.isBegun() || (!channel.isActive() && !peerDone) ? closed(how) : null;
    }

    private void endLink(FramedLink ending) {
        boolean proper = peerDone || isPeersEnd() || (farewell.isBegun() && !cut);
        if (isPeersEnd()) {
            peerDone = true;
            ending.drain();
        }
        ending.ended(proper ? null : closed("was closed"));
        received.clear();
    }

    /** Where there are no halves, which is over Unix domain sockets, a peer that finishes sending closes all. */
    private boolean isPeersEnd() {
        return !cut && !peerDone && !farewell.isBegun() && isOpened && proved == null;
    }

    private void cut() {
        cut = true;
        farewell.abandon();
    }

    @Override
    protected void failed(Throwable cause) {
        parting = parting.failed(channel, cause);
        cut();
    }

    @Override
    protected Duration stallTimeout() {
        return limits.stall();
    }

    @Override
    protected void check(long now) {
        if (out.total() != sent) {
            sent = out.total();
            activeAt = now;
        }
        if (channel.isActive() && isStalled(now)) {
            farewell.reset();
        } else if (now - activeAt > patience().toNanos()) {
            kill();
        } else if (link != null) {
            link.look(now);
        }
    }

    /** A peer that has finished may still read; if nobody wants what it said, and nothing is said to it, it counts as gone. */
    private Duration patience() {
        return peerDone && !begun ? limits.shortest() : limits.idle();
    }

    /** Ends the input, as if the peer had: the handler then ends when it has answered. */
    @Override
    public void drain() {
        draining = true;
        Input reading = reader;
        if (link != null) {
            link.shutdown();
        } else if (reading != null) {
            reading.drain();
        }
    }

    @Override
    public void kill() {
        boolean isLeft = !channel.isActive(); // by a peer whose end has closed it
        cut();
        if (isLeft) {
            end();
        }
    }
}
