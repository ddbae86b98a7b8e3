package dev.weir.rsocket;

import dev.weir.CheckReturnValue;
import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.One;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One socket over several servers that do the same. Of two servers by chance each request goes to the one where it will
 * wait less, by the requests that run there and the time that answers take (M. Mitzenmacher, "The Power of Two Choices in
 * Randomized Load Balancing", 1996); failures, and responses that are given up, count as slow ones. A lost connection is
 * made anew, with growing pauses from 0.1 to 10 seconds, as that to a server that says that it closes, which gets no more.
 *
 * <p>A request that was refused with REJECTED, and of which nothing had come, goes to another server, at most two times: it was
 * certainly not processed. Others are not repeated, and neither are channels. While no server is connected, requests wait,
 * for 5 seconds, then fail with {@link RSocketException.Rejected}.
 */
@CheckReturnValue
public final class RSocketBalancer implements RSocket, AutoCloseable {
    private static final int TRIES = 3;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private final List<Target> targets = new ArrayList<>();
    private final Function<String, One<RSocketConnection>> connector;
    private final Setup setup;
    private final Values values;
    private final Clock clock;
    private final int maxQueued;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Object, CompletableFuture<Target>> waiting = new LinkedHashMap<>(); // which any of them may leave
    private final Set<RSocketConnection> connections = new HashSet<>(); // also those that get no more requests
    private String lastFailure = "nothing was tried yet";
    private boolean begun;
    private boolean closed;

    RSocketBalancer(
            List<String> addresses,
            Function<String, One<RSocketConnection>> connector,
            Setup setup,
            Values values,
            Clock clock,
            int maxQueued) {
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("there is no address");
        }
        addresses.forEach(address -> targets.add(new Target(address)));
        this.connector = connector;
        this.setup = setup;
        this.values = values;
        this.clock = clock;
        this.maxQueued = maxQueued;
    }

    /** A request to a route, with values. */
    public RSocketRequest route(String route) {
        return RSocketRequest.of(this, setup, values, route);
    }

    // ------------------------------------------------------------ interactions

    @Override
    public One<Payload> requestResponse(Payload request) {
        Objects.requireNonNull(request, "request");
        return response(request, List.of());
    }

    private One<Payload> response(Payload request, List<Target> refusing) {
        return target(refusing).flatMap(target -> {
            Turn turn = new Turn(target);
            return One.defer(() -> turn.begin().requestResponse(request))
                    .doOnValue(value -> turn.took())
                    .doOnError(failure -> turn.failed())
                    .doOnCancel(turn::givenUp)
                    .doFinally(ending -> turn.end())
                    .onErrorResume(failure -> isToRepeat(failure, refusing)
                            ? response(request, and(refusing, target))
                            : One.fail(() -> failure));
        });
    }

    @Override
    public Many<Payload> requestStream(Payload request) {
        Objects.requireNonNull(request, "request");
        return stream(request, List.of());
    }

    private Many<Payload> stream(Payload request, List<Target> refusing) {
        return target(refusing).flatMapMany(target -> {
            Turn turn = new Turn(target);
            return Many.defer(() -> turn.begin().requestStream(request))
                    .doOnNext(value -> turn.took())
                    .doOnError(failure -> turn.failed())
                    .doFinally(ending -> turn.end())
                    .onErrorResume(failure -> !turn.answered && isToRepeat(failure, refusing)
                            ? stream(request, and(refusing, target))
                            : Many.fail(() -> failure));
        });
    }

    /** Whether a request that has failed goes elsewhere. */
    private static boolean isToRepeat(Throwable failure, List<Target> refusing) {
        return isUnprocessed(failure) && refusing.size() < TRIES - 1;
    }

    private static List<Target> and(List<Target> refusing, Target target) {
        List<Target> all = new ArrayList<>(refusing);
        all.add(target);
        return all;
    }

    @Override
    public Many<Payload> requestChannel(Many<Payload> requests) {
        Objects.requireNonNull(requests, "requests");
        return Many.defer(() -> target(List.of()).flatMapMany(target -> {
            Turn turn = new Turn(target);
            return Many.defer(() -> turn.begin().requestChannel(requests)).doFinally(ending -> turn.end());
        }));
    }

    @Override
    public One<@Nullable Void> fireAndForget(Payload request) {
        Objects.requireNonNull(request, "request");
        return target(List.of()).flatMap(target -> {
            Turn turn = new Turn(target);
            return One.defer(() -> turn.begin().fireAndForget(request)).doFinally(ending -> turn.end());
        });
    }

    /** Fails: metadata of a connection is for one server, so ask its connection. */
    @Override
    public One<@Nullable Void> metadataPush(ByteBuffer metadata) {
        return One.fail(() -> new RSocketException.Rejected(
                "metadata of a connection is for one server: push it by the connection that connect(..) gives"));
    }

    private static boolean isUnprocessed(Throwable failure) {
        return failure instanceof RSocketException known && known.isUnprocessed();
    }

    private RSocketConnection connection(Target target) {
        lock.lock();
        try {
            RSocketConnection open = target.connection;
            if (open == null) {
                throw new RSocketException.Rejected("the connection is lost");
            }
            return open;
        } finally {
            lock.unlock();
        }
    }

    /** One request of a server, which may be over before it begins. */
    private final class Turn {
        private final Target target;
        private long begunAt;
        private boolean begun;
        private boolean over;
        private boolean answered;

        Turn(Target target) {
            this.target = target;
        }

        RSocketConnection begin() {
            locked(() -> {
                begunAt = clock.nanoTime();
                if (!over) {
                    begun = true;
                    target.begins();
                }
            });
            return connection(target);
        }

        /** An answer has come, of which the first counts. */
        void took() {
            if (!answered) {
                answered = true;
                locked(() -> {
                    long now = clock.nanoTime();
                    target.took(now - begunAt, now);
                });
            }
        }

        void failed() {
            if (!answered) {
                locked(() -> {
                    long now = clock.nanoTime();
                    target.failed(now - begunAt, now);
                });
            }
        }

        /** Nobody waits for the answer any more, which has not come. */
        void givenUp() {
            locked(() -> {
                long now = clock.nanoTime();
                if (begun && !answered) {
                    target.waited(now - begunAt, now);
                }
            });
        }

        void end() {
            locked(() -> {
                over = true;
                if (begun) {
                    begun = false;
                    target.ended();
                }
            });
        }
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    // ------------------------------------------------------------ servers

    /** A server that is connected, and if there is one then none that has refused the request, nor one that is cut off now. */
    private One<Target> target(List<Target> refusing) {
        return One.defer(() -> {
            Object place = new Object();
            CompletableFuture<Target> later;
            lock.lock();
            try {
                begin();
                Target chosen = choose(refusing);
                if (chosen != null) {
                    return One.of(chosen);
                }
                if (closed || waiting.size() >= maxQueued) {
                    throw new RSocketException.Rejected(
                            closed ? "the balancer is closed" : maxQueued + " requests wait already (maxQueued)");
                }
                later = new CompletableFuture<>();
                waiting.put(place, later);
            } finally {
                lock.unlock();
            }
            return One.from(later)
                    .timeout(LONGEST_WAIT)
                    .onErrorResume(failure -> One.fail(() -> why(failure)))
                    .doFinally(ending -> locked(() -> waiting.remove(place)));
        });
    }

    /** Why there was no server in time. */
    private Throwable why(Throwable failure) {
        lock.lock();
        try {
            if (failure instanceof RSocketException) {
                return failure;
            }
            RSocketException none = new RSocketException.Rejected("no server could be connected to");
            none.addSuppressed(new IOException(lastFailure)); // not in its message, which may go to a peer
            return none;
        } finally {
            lock.unlock();
        }
    }

    /** The better of two by chance; null if none is connected. */
    private @Nullable Target choose(List<Target> refusing) {
        List<Target> connected =
                targets.stream().filter(target -> target.connection != null).toList();
        List<Target> willing =
                connected.stream().filter(target -> !refusing.contains(target)).toList();
        List<Target> open = reachable(willing.isEmpty() ? connected : willing);
        if (open.size() < 2) {
            return open.isEmpty() ? null : open.getFirst();
        }
        ThreadLocalRandom random = ThreadLocalRandom.current();
        int first = random.nextInt(open.size());
        int second = (first + 1 + random.nextInt(open.size() - 1)) % open.size();
        long now = clock.nanoTime();
        return open.get(first).cost(now) <= open.get(second).cost(now) ? open.get(first) : open.get(second);
    }

    /** Those that are, if any are: a session that is to be resumed would have a request wait for that. */
    private static List<Target> reachable(List<Target> some) {
        List<Target> there = some.stream().filter(target -> !target.isCut()).toList();
        return there.isEmpty() ? some : there;
    }

    private void begin() {
        if (!begun && !closed) {
            begun = true;
            targets.forEach(this::connect);
        }
    }

    private void connect(Target target) {
        if (closed || target.connecting || target.connection != null) {
            return;
        }
        target.connecting = true;
        try {
            var _ = connector
                    .apply(target.address)
                    .subscribe(connection -> connected(target, connection), failure -> failed(target, failure));
        } catch (Throwable failure) { // as without memory
            failed(target, failure);
        }
    }

    private void connected(Target target, RSocketConnection connection) {
        List<CompletableFuture<Target>> served;
        lock.lock();
        try {
            target.connecting = false;
            if (closed) {
                connection.close();
                return;
            }
            target.connection = connection;
            target.connectedAt = clock.nanoTime();
            connections.add(connection);
            served = List.copyOf(waiting.values());
            waiting.clear();
        } finally {
            lock.unlock();
        }
        connection.onClosing(() -> lost(target, connection));
        var _ = connection.closed().subscribe(done -> locked(() -> connections.remove(connection)));
        served.forEach(waiter -> waiter.complete(target));
    }

    private void failed(Target target, Throwable failure) {
        locked(() -> {
            lastFailure = String.valueOf(failure.getMessage());
            target.connecting = false;
            later(target);
        });
    }

    private void lost(Target target, RSocketConnection connection) {
        locked(() -> {
            if (target.connection == connection) {
                target.connection = null;
                target.lost(clock.nanoTime());
                lastFailure = "the connection to " + target + " was lost";
                later(target);
            }
        });
    }

    private void later(Target target) {
        if (!closed) {
            Duration pause = target.backoff(ThreadLocalRandom.current().nextDouble());
            try {
                var _ = clock.schedule(() -> locked(() -> connect(target)), pause);
            } catch (Throwable noTimer) { // as without memory or threads
                begun = false; // so the next request connects
            }
        }
    }

    /** Closes all connections now; what runs fails, and what waits, too. */
    @Override
    public void close() {
        List<CompletableFuture<Target>> left;
        List<RSocketConnection> open;
        lock.lock();
        try {
            closed = true;
            left = List.copyOf(waiting.values());
            waiting.clear();
            open = List.copyOf(connections); // one of this event loop is closed, and taken out, at once
            targets.forEach(target -> target.connection = null);
        } finally {
            lock.unlock();
        }
        open.forEach(RSocketConnection::close);
        left.forEach(waiter -> waiter.completeExceptionally(new RSocketException.Rejected("the balancer is closed")));
    }
}
