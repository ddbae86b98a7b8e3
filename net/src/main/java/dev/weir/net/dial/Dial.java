package dev.weir.net.dial;

import dev.weir.Cancellable;
import dev.weir.net.loop.ConnectFailure;
import dev.weir.net.loop.Connector;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Serial;
import dev.weir.net.loop.Told;
import dev.weir.net.loop.Trace;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The making of one connection: of the host's addresses, the one that answers first (RFC 8305, "happy eyeballs"). */
public final class Dial implements Cancellable {
    /*
     * The addresses are tried one after the other, each 250 ms after the one before, or as soon as that one fails;
     * the attempts before go on. The first that connects wins, the others are given up. Then come proxy and TLS, as
     * `Greeting` does it, and what the protocol begins with; who asked says when that is over.
     *
     * It ends once, as `settled` tells, on whatever thread; what belongs to the attempts is touched in `serial` only.
     */
    static final Duration STEP = Duration.ofMillis(250);

    private static final Cancellable NOTHING = () -> {};

    /**
     * What is asked for.
     *
     * @param tls null for none
     * @param protocols to be offered in the handshake of TLS, the best first; may be none
     * @param greets whether what is spoken begins with a handshake of its own
     * @param connectTimeout until a socket is connected, with the lookup of the host
     * @param handshakeTimeout from there until {@link #complete}
     */
    public record Ask(
            Destination to,
            @Nullable Engines tls,
            List<String> protocols,
            boolean greets,
            Duration connectTimeout,
            Duration handshakeTimeout) {}

    /** Who asks. */
    public interface Caller {
        /**
         * What is to be spoken can begin: adds the handler for it, and calls {@link #complete} when the connection can
         * be used, or {@link #fail}. On the connection's event loop.
         *
         * @param protocol what was agreed on by ALPN, null if nothing was
         */
        void opened(Dial dial, Channel channel, LoopShare share, @Nullable String protocol);

        /** There is none; on any thread. */
        void failed(DialFailure failure);
    }

    private final Dialer dialer;
    private final Ask ask;
    private final Caller caller;
    private final Serial serial = new Serial();
    private final AtomicBoolean settled = new AtomicBoolean();
    private final Deque<SocketAddress> untried = new ArrayDeque<>();
    private final Set<Channel> trying = new HashSet<>();
    private Cancellable lookup = NOTHING;
    private Cancellable limit = NOTHING;
    private Cancellable step = NOTHING;
    private @Nullable Throwable firstFailure;
    private @Nullable Channel connected;
    private boolean holding; // the loops

    Dial(Dialer dialer, Ask ask, Caller caller) {
        this.dialer = dialer;
        this.ask = ask;
        this.caller = caller;
    }

    void start() {
        run(() -> {
            var _ = dialer.loops().acquire(); // else they might end when an attempt has failed, before it is known
            holding = true;
            limit = dialer.clock().schedule(() -> serial.execute(this::unconnected), ask.connectTimeout());
            find();
        });
    }

    /** Where not even an attempt can be made, as without threads or descriptors for the loops, there is no connection. */
    private void run(Runnable task) {
        serial.execute(() -> {
            try {
                task.run();
            } catch (Throwable failure) {
                unable(failure);
                if (failure instanceof Error fatal) {
                    throw fatal;
                }
            }
        });
    }

    private void unable(Throwable cause) {
        failed(false, "can't connect to " + ask.to().first() + " (" + ConnectFailure.text(cause) + ")", cause);
    }

    private void find() {
        Path socket = ask.to().socket();
        if (socket != null) {
            race(List.of(UnixDomainSocketAddress.of(socket)));
            return;
        }
        String host = ask.to().firstHost();
        int port = ask.to().firstPort();
        Cancellable asked = dialer.addresses()
                .of(host)
                .subscribe(
                        found -> run(() -> race(addresses(found, port))),
                        failure ->
                                failed(false, "can't find host " + host + " (" + failure.getMessage() + ")", failure));
        lookup = () -> Thread.ofVirtual().name("weir-dial").start(asked::cancel); // which may do anything
    }

    private static List<InetSocketAddress> addresses(List<InetAddress> found, int port) {
        return found.stream()
                .map(address -> new InetSocketAddress(address, port))
                .toList();
    }

    private void race(List<? extends SocketAddress> found) {
        lookup = NOTHING;
        untried.addAll(found);
        tryNext();
    }

    private void tryNext() {
        step.cancel();
        SocketAddress address = settled.get() || connected != null ? null : untried.poll();
        if (address == null) {
            return;
        }
        Greeting greeting = new Greeting(this, ask, address);
        ChannelFuture attempt =
                Connector.open(dialer.loops(), dialer.manner(), greeting.destination(), greeting::prepare);
        trying.add(attempt.channel());
        if (!untried.isEmpty()) {
            step = dialer.clock().schedule(() -> run(this::tryNext), STEP);
        }
        attempt.addListener(done -> run(() -> tried(attempt, greeting)));
    }

    private void tried(ChannelFuture attempt, Greeting greeting) {
        Channel channel = attempt.channel();
        trying.remove(channel);
        if (settled.get() || connected != null) {
            channel.close();
        } else if (attempt.isSuccess()) {
            stopTrying();
            connected = channel;
            if (greeting.takesTime()) {
                limit = dialer.clock().schedule(this::ungreeted, ask.handshakeTimeout());
            }
            channel.eventLoop().execute(() -> greeting.begin(channel));
        } else {
            lost(attempt.cause());
        }
    }

    private void lost(Throwable cause) {
        firstFailure = firstFailure == null ? told(cause) : firstFailure;
        if (!untried.isEmpty()) {
            tryNext();
        } else if (trying.isEmpty()) {
            unable(firstFailure);
        }
    }

    /** What the system said, which Netty 4.2.18 has put into another one of the same kind. */
    private static Throwable told(Throwable cause) {
        Throwable system =
                cause instanceof ConnectException && cause.getCause() instanceof ConnectException inner ? inner : cause;
        return system instanceof IOException ? Trace.none(system) : system;
    }

    private void unconnected() {
        if (connected == null) {
            failed(
                    false,
                    "no connection to " + ask.to().first() + " within " + Told.duration(ask.connectTimeout())
                            + " (setting: connectTimeout)",
                    firstFailure);
        }
    }

    private void ungreeted() {
        failed(
                false,
                "no handshake with " + ask.to().name() + " within " + Told.duration(ask.handshakeTimeout())
                        + " (setting: handshakeTimeout)",
                null);
    }

    /** The socket is connected, and proxy and TLS are behind it; on its event loop. */
    void greeted(Channel channel, @Nullable String protocol) {
        caller.opened(this, channel, dialer.shares().of(channel.eventLoop()), protocol);
    }

    /** The connection can be used: false if nobody wants it any more, as when it was too late. Then it is closed. */
    public boolean complete() {
        boolean wanted = settled.compareAndSet(false, true);
        serial.execute(() -> {
            if (wanted) {
                release();
            } else if (connected != null) {
                connected.close();
            }
        });
        return wanted;
    }

    /** It came to nothing; on any thread. */
    public void failed(boolean insecure, String why, @Nullable Throwable cause) {
        fail(() -> caller.failed(new DialFailure(insecure, why, cause)));
    }

    /** It came to nothing, as the task tells unless something else was told before; on any thread. */
    public void fail(Runnable tell) {
        if (settled.compareAndSet(false, true)) {
            serial.execute(() -> stop(Channel::close));
            tell.run();
        }
    }

    private void stop(Consumer<Channel> closing) {
        stopTrying();
        release();
        if (connected != null) {
            closing.accept(connected);
        }
    }

    private void release() {
        if (holding) {
            holding = false;
            limit.cancel();
            dialer.loops().release();
        }
    }

    private void stopTrying() {
        limit.cancel();
        step.cancel();
        lookup.cancel();
        untried.clear();
        trying.forEach(Channel::close);
        trying.clear();
    }

    /** Gives up, unless it is over; the peer of what is open already sees an error. On any thread. */
    @Override
    public void cancel() {
        if (settled.compareAndSet(false, true)) {
            serial.execute(() -> stop(Connector::giveUp));
        }
    }
}
