package dev.weir.net.loop;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.One;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A listening socket and its connections, from bind to the end of the last of them. */
public final class Listener {
    /**
     * Above the first mark a connection counts as not keeping up, below the second as keeping up
     * again.
     */
    public static final WriteBufferWaterMark WATER_MARKS = new WriteBufferWaterMark(32 * 1024, 64 * 1024);

    /**
     * How to listen.
     *
     * @param place where
     * @param held what the connections hold
     * @param clock null for that of each event loop
     * @param shortest the shortest deadline that connections have
     * @param halfClosure whether a peer that has finished sending still gets its answers
     * @param proxies where those are that speak the PROXY protocol
     * @param inUse makes the failure if another socket is there
     */
    public record Options(
            Place place,
            int maxConnections,
            EventLoops loops,
            Held held,
            @Nullable Clock clock,
            Duration shortest,
            boolean halfClosure,
            List<Network> proxies,
            BiFunction<String, IOException, RuntimeException> inUse) {}

    private static final System.Logger LOG = System.getLogger("dev.weir.net");

    private final Options options;
    private final Place.Bound place;
    private final LoopShares shares;
    final AcceptGate gate;
    private final AtomicBoolean released = new AtomicBoolean();
    private final CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
    private final One<@Nullable Void> end = One.from(closed); // which forgets who has left
    private @Nullable Channel channel;

    Listener(Options options, Place.Bound place) {
        this.options = options;
        this.place = place;
        this.shares = new LoopShares(options.loops(), options.held(), options.clock(), options.shortest());
        this.gate = new AcceptGate(options.maxConnections(), options.clock(), place::shown, this::endIfIdle);
    }

    /**
     * Listens.
     *
     * @param connection makes the handler of each new connection
     */
    public static One<Listener> open(Options options, ConnectionFactory connection) {
        return One.blocking(() -> resolve(options))
                .flatMap(place -> One.from(() -> new Listener(options, place).bind(connection)))
                .onUndelivered(Listener.class, Listener::close);
    }

    private static Place.Bound resolve(Options options) throws IOException {
        try {
            return options.place().resolve();
        } catch (BindException inUse) {
            throw options.inUse().apply(String.valueOf(inUse.getMessage()), inUse);
        }
    }

    private CompletableFuture<Listener> bind(ConnectionFactory connection) {
        CompletableFuture<Listener> bound = new CompletableFuture<>();
        SocketAddress address = place.address(options.loops()); // which may throw
        EventLoopGroup group = options.loops().acquire();
        ServerBootstrap bootstrap = new ServerBootstrap();
        place.options(bootstrap, options.loops());
        if (options.halfClosure() && !(place instanceof SocketFile)) {
            bootstrap.childOption(ChannelOption.ALLOW_HALF_CLOSURE, true); // the others need not know it
        }
        bootstrap
                .group(group)
                .channelFactory(() -> place.open(options.loops()))
                .option(ChannelOption.SO_BACKLOG, 4096)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARKS)
                .handler(gate)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel child) {
                        child.config().setRecvByteBufAllocator(new ReadOn());
                        LoopShare share = shares.of(child.eventLoop());
                        child.pipeline().addLast(connection.handler(child, share));
                        if (isOfProxy(child)) {
                            child.pipeline().addFirst(new ProxyDoor(child, share));
                        }
                    }
                })
                .bind(address)
                .addListener((ChannelFuture done) -> {
                    if (done.isSuccess()) {
                        listen(done.channel());
                        bound.complete(this);
                    } else {
                        options.loops().release();
                        bound.completeExceptionally(cannotListen(done.cause()));
                    }
                });
        return bound;
    }

    /** It has a place, whose channel's connections {@link #gate} counts. */
    void listen(Channel listening) {
        channel = listening;
        place.taken();
    }

    private boolean isOfProxy(Channel child) {
        InetAddress peer = Place.internet(child.remoteAddress()).getAddress();
        return options.proxies().stream().anyMatch(network -> network.has(peer));
    }

    private Throwable cannotListen(Throwable cause) {
        if (!(cause instanceof IOException || ConnectFailure.isOutOfFiles(cause))) {
            return cause;
        }
        IOException io = cause instanceof IOException known ? known : new IOException(cause);
        String reason = ConnectFailure.text(cause);
        boolean isInUse = ConnectFailure.is(ConnectFailure.IN_USE, cause)
                || (cause instanceof BindException && reason.contains("in use")); // the JDK has one for three reasons
        return Trace.none(
                isInUse
                        ? options.inUse().apply(place.inUse(), io)
                        : new UncheckedIOException("can't listen on " + place + ": " + reason + place.advice(io), io));
    }

    /** See {@link Place#internet}. */
    public InetSocketAddress address() {
        return place.address(bound());
    }

    private Channel bound() {
        Channel current = channel;
        if (current == null) {
            throw new IllegalStateException("not bound yet");
        }
        return current;
    }

    /** The loops that have had connections. */
    public Set<EventLoop> eventLoops() {
        return shares.loopsInUse();
    }

    public int connections() {
        return gate.open();
    }

    /** Stops accepting, lets connections end what runs, closes those left at the deadline, which the log tells. */
    public One<@Nullable Void> shutdown(Duration deadline) {
        return shutdown(deadline, () -> "");
    }

    /**
     * As {@link #shutdown(Duration)}.
     *
     * @param running what runs on the connections, for the log; null if it is nothing, empty if nobody counts it
     */
    public One<@Nullable Void> shutdown(Duration deadline, Supplier<@Nullable String> running) {
        Objects.requireNonNull(deadline, "deadline");
        return One.from(() -> {
            end(LoopShares::drain);
            if (!closed.isDone()) {
                killAfter(deadline, running);
            }
            return closed.copy();
        });
    }

    private void kill(Duration deadline, Supplier<@Nullable String> running) {
        String what = running.get();
        boolean idle = what == null && deadline.isZero(); // none of them had the time to close
        if (!closed.isDone() && gate.open() > 0 && !idle) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the shutdown of the server at " + place.shown(bound()) + " closes after "
                            + deadline.toMillis() + " ms what has not ended: connections: " + gate.open()
                            + (what == null ? "" : what));
        }
        end(LoopShares::kill);
    }

    private void killAfter(Duration deadline, Supplier<@Nullable String> running) {
        Clock clock = options.clock() != null ? options.clock() : new EventLoopClock(bound().eventLoop());
        try {
            Cancellable due = clock.schedule(() -> kill(deadline, running), deadline);
            closed.whenComplete((done, failure) -> due.cancel());
        } catch (RejectedExecutionException loopHasEnded) {
            finish(); // an error killed it, and its connections with it
        }
    }

    public One<@Nullable Void> closed() {
        return end;
    }

    /** Closes everything now. */
    public void close() {
        end(LoopShares::kill);
    }

    private void end(Consumer<LoopShares> how) {
        if (closed.isDone()) {
            return;
        }
        place.left();
        how.accept(shares);
        boolean runs = EventLoops.run(
                bound().eventLoop(),
                () -> bound().close().addListener(end -> endIfIdle())); // also if it was closed before
        if (!runs) {
            finish(); // an error killed it, and its connections with it
        }
    }

    private void endIfIdle() {
        if (shares.isEnding() && !bound().isOpen() && gate.open() == 0) {
            finish();
        }
    }

    private void finish() {
        if (released.compareAndSet(false, true)) {
            options.loops().release();
            closed.complete(null);
        }
    }
}
