package dev.weir.net.tcp;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.net.loop.Endpoint;
import dev.weir.net.loop.Inbound;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Peer;
import dev.weir.net.loop.Received;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A connection seen from its event loop. */
final class ConnectionHandler extends Endpoint {
    /**
     * The limits of a connection.
     *
     * @param maxLine in bytes, without the line's end
     * @param idle without a byte in either direction
     * @param stall without progress although bytes wait to be sent
     */
    record Limits(int maxLine, Duration idle, Duration stall) {
        Duration shortest() {
            return idle.compareTo(stall) < 0 ? idle : stall;
        }
    }

    private final Limits limits;
    private final Sends sends;
    private final AtomicReference<@Nullable Inbound<?>> inbound = new AtomicReference<>();
    private final Consumer<ConnectionHandler> opened;
    private final Parting parting;

    private @Nullable Peer peer;
    private @Nullable Cancellable run;
    private boolean peerDone;
    private boolean draining;
    private boolean abandoned;
    private boolean cut; // by us, or by a failure
    private long activeAt;
    private long sent;

    /**
     * @param opened called on the event loop when the connection can be used
     */
    ConnectionHandler(
            Channel channel, LoopShare share, Limits limits, Consumer<ConnectionHandler> opened, Parting parting) {
        super(channel, share);
        this.limits = limits;
        this.opened = opened;
        this.parting = parting;
        this.sends = new Sends(channel, share, out, farewell, parting);
    }

    Channel channel() {
        return channel;
    }

    Peer identity() {
        return Objects.requireNonNull(peer, "not open yet");
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

    void read() {
        channel.read();
    }

    // ------------------------------------------------------------ for TcpConnection, on any thread

    Many<String> lines() {
        return input((handler, bytes) -> new LineFeed(handler, bytes, limits.maxLine()));
    }

    Many<ByteBuffer> bytes() {
        return input(ByteFeed::new);
    }

    private <T> Many<T> input(BiFunction<ConnectionHandler, Received, Inbound.Feed<T>> feed) {
        return Many.defer(() -> {
            var input = new Inbound<>(share.loop(), feed.apply(this, received));
            if (!inbound.compareAndSet(null, input)) {
                return Many.fail(() -> new IllegalStateException("what a connection receives can be read only once"));
            }
            onLoop(this::inputTaken);
            return Many.from(input);
        });
    }

    private void inputTaken() {
        Inbound<?> input = inbound.get();
        if (input != null && !channel.isActive() && !peerDone) {
            input.fail(parting.closed("the connection is closed"));
        }
    }

    Sends sends() {
        return sends;
    }

    boolean onLoop(Runnable task) {
        return share.run(task);
    }

    // ------------------------------------------------------------ on the event loop

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
        if (channel.isActive()) {
            sends.halt();
            farewell.breakOff();
        }
    }

    /** Closes when what was sent is on its way. */
    void finish() {
        if (!channel.isActive()) {
            return;
        }
        if (peerDone) {
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
        peer = Peer.of(channel);
        activeAt = share.now();
        share.add(this);
        channel.read(); // one read is always due, else a peer that goes would not be noticed
        opened.accept(this);
    }

    @Override
    protected boolean takes() {
        activeAt = share.now();
        return !abandoned;
    }

    @Override
    protected void came() {
        Inbound<?> input = inbound.get();
        if (input != null) {
            input.drain();
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
        Inbound<?> input = inbound.get();
        if (farewell.isBegun()) {
            farewell.peerHasFinished();
        } else if (input != null) {
            input.drain();
        } else if (received.available() == 0) {
            gone();
        }
    }

    /** Nobody waits for what the peer said, so it counts as gone; if it reads on, it sees whether that was all. */
    private void gone() {
        if (run != null || sends.isRunning()) {
            cut();
        } else {
            channel.close();
        }
    }

    @Override
    protected void writable() {
        sends.pull();
    }

    @Override
    protected void closed() {
        share.remove(this);
        Inbound<?> input = inbound.get();
        if (input != null && isPeersEnd()) {
            peerDone = true;
            sends.fail();
            input.drain(); // what is left is read as it is demanded
            return;
        }
        Cancellable running = run;
        if (running != null) {
            running.cancel();
        }
        sends.fail();
        if (input != null) {
            input.fail(parting.closed("the connection was closed"));
        }
        received.clear();
    }

    /** Where there are no halves, which is over Unix domain sockets, a peer that finishes sending closes all. */
    private boolean isPeersEnd() {
        return !cut && !peerDone && !farewell.isBegun() && peer != null && !peer.secure();
    }

    private void cut() {
        cut = true;
        farewell.abandon();
    }

    @Override
    protected void failed(Throwable cause) {
        parting.failed(channel, cause);
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
        if (isStalled(now)) {
            farewell.reset();
        } else if (now - activeAt > limits.idle().toNanos()) {
            cut();
        }
    }

    /** Ends the input, as if the peer had: the handler then ends when it has answered. */
    @Override
    public void drain() {
        draining = true;
        Inbound<?> input = inbound.get();
        if (input != null) {
            input.drain();
        }
    }

    @Override
    public void kill() {
        cut();
    }
}
