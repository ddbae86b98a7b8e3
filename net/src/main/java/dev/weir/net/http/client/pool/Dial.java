package dev.weir.net.http.client.pool;

import dev.weir.Cancellable;
import dev.weir.net.http.client.call.Limits;
import dev.weir.net.http.client.call.Route;
import dev.weir.net.http.client.call.Trouble;
import dev.weir.net.http.client.line.Connection;
import dev.weir.net.loop.ConnectFailure;
import dev.weir.net.loop.Connector;
import dev.weir.net.loop.Serial;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The making of one connection: of the host's addresses, the one that answers first (RFC 8305, "happy eyeballs"). */
final class Dial implements Cancellable {
    /*
     * The addresses are tried one after the other, each 250 ms after the one before, or as soon as that one fails;
     * the attempts before go on. The first that connects wins, the others are given up.
     */
    static final Duration STEP = Duration.ofMillis(250);

    private static final Cancellable NOTHING = () -> {};

    private final Means means;
    private final Limits limits;
    private final Pool pool;
    private final Route route;
    private final Slot slot;
    private final Serial serial = new Serial();
    private final Deque<InetAddress> untried = new ArrayDeque<>();
    private final Set<Channel> trying = new HashSet<>();
    private Cancellable running = NOTHING;
    private Cancellable limit = NOTHING;
    private Cancellable step = NOTHING;
    private @Nullable Throwable firstFailure;
    private boolean connected;
    private boolean over;

    Dial(Means means, Limits limits, Pool pool, Route route, Slot slot) {
        this.means = means;
        this.limits = limits;
        this.pool = pool;
        this.route = route;
        this.slot = slot;
    }

    Slot slot() {
        return slot;
    }

    void start() {
        serial.execute(() -> {
            var _ = means.loops().acquire(); // else they might end when an attempt has failed, before it is known
            limit = means.clock().schedule(() -> serial.execute(this::late), limits.connectTimeout());
            Cancellable lookup = means.addresses()
                    .of(route.firstHost())
                    .subscribe(
                            found -> serial.execute(() -> race(found)),
                            failure -> serial.execute(() -> fail(Trouble.CONNECT, unknown(failure), failure)));
            running = () -> Pool.tell(lookup::cancel);
        });
    }

    private String unknown(Throwable failure) {
        return "can't find host " + route.firstHost() + " (" + failure.getMessage() + ")";
    }

    private void race(List<InetAddress> found) {
        running = NOTHING;
        untried.addAll(found);
        tryNext();
    }

    private void tryNext() {
        step.cancel();
        InetAddress address = over ? null : untried.poll();
        if (address == null) {
            return;
        }
        Greeting greeting = new Greeting(means, limits, route, this);
        InetSocketAddress to = new InetSocketAddress(address, route.firstPort());
        ChannelFuture attempt = Connector.open(means.loops(), greeting.destination(to), greeting.preparation(to));
        trying.add(attempt.channel());
        if (!untried.isEmpty()) {
            step = means.clock().schedule(() -> serial.execute(this::tryNext), STEP);
        }
        attempt.addListener(done -> serial.execute(() -> tried(attempt, greeting)));
    }

    private void tried(ChannelFuture attempt, Greeting greeting) {
        Channel channel = attempt.channel();
        trying.remove(channel);
        if (over || connected) {
            channel.close();
        } else if (attempt.isSuccess()) {
            connected = true;
            stopTrying();
            running = channel::close;
            channel.eventLoop().execute(() -> greeting.begin(channel));
        } else {
            lost(attempt.cause());
        }
    }

    private void lost(Throwable cause) {
        firstFailure = firstFailure == null ? cause : firstFailure;
        if (!untried.isEmpty()) {
            tryNext();
        } else if (trying.isEmpty()) {
            fail(
                    Trouble.CONNECT,
                    "can't connect to " + peer() + " (" + ConnectFailure.text(firstFailure) + ")",
                    firstFailure);
        }
    }

    private String peer() {
        return route.proxy() == null
                ? route.firstHost() + ":" + route.firstPort()
                : route.proxy().toString();
    }

    private void late() {
        if (!connected) {
            fail(
                    Trouble.CONNECT,
                    "no connection to " + peer() + " within " + Limits.text(limits.connectTimeout())
                            + " (setting: connectTimeout)",
                    firstFailure);
        }
    }

    /** It came to nothing; on any thread. */
    void failed(Trouble trouble, String why, @Nullable Throwable cause) {
        serial.execute(() -> fail(trouble, why, cause));
    }

    private void fail(Trouble trouble, String why, @Nullable Throwable cause) {
        if (!over) {
            stop();
            pool.failed(this, trouble, why, cause);
        }
    }

    /** The connection can be used; on its event loop. */
    void ready(Connection connection) {
        serial.execute(() -> {
            if (over) {
                connection.close();
            } else {
                over = true;
                pool.ready(this, connection);
                means.loops().release();
            }
        });
    }

    private void stop() {
        over = true;
        stopTrying();
        means.loops().release();
    }

    private void stopTrying() {
        limit.cancel();
        step.cancel();
        running.cancel();
        untried.clear();
        trying.forEach(Channel::close);
        trying.clear();
    }

    /** Gives up; on any thread. */
    @Override
    public void cancel() {
        serial.execute(() -> {
            if (!over) {
                stop();
            }
        });
    }
}
