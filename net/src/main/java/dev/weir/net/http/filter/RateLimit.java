package dev.weir.net.http.filter;

import dev.weir.CheckReturnValue;
import dev.weir.One;
import dev.weir.net.http.Filter;
import dev.weir.net.http.Handler;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.loop.Positive;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets each client make only so many requests in a time, spread over it after a first burst of as many; the others are answered
 * with 429 and {@code Retry-After} (RFC 6585 section 4). A client is the address that {@link Request#remoteAddress} has, of IPv6
 * its first 64 bits; behind proxies {@link dev.weir.net.http.HttpServer.Builder#trust} tells it.
 *
 * <pre>{@code
 * Routes.create().post("/login", login).with(RateLimit.of(10, Duration.ofMinutes(1)))
 * }</pre>
 */
@CheckReturnValue
public final class RateLimit implements Filter {
    /*
     * For each client there is one number: when all that it has used of its rate will be there again (the generic cell rate
     * algorithm, ITU-T I.371). One for whom that is over is forgotten when there are many; clients who are new when all
     * places are taken share one.
     */
    private static final int MOST_CLIENTS = 100_000;
    private static final long BETWEEN_SWEEPS = TimeUnit.SECONDS.toNanos(1); // each looks at all places
    private static final int NETWORK = 8; // bytes of an IPv6 address that one client may choose from
    private static final Object OTHERS = new Object();

    private final long interval;
    private final long window;
    private final Function<? super Request, ? extends @Nullable Object> client;
    private final ConcurrentHashMap<Object, Long> used = new ConcurrentHashMap<>();
    private final AtomicLong sweptAt = new AtomicLong(Long.MIN_VALUE);

    private RateLimit(long interval, long window, Function<? super Request, ? extends @Nullable Object> client) {
        this.interval = interval;
        this.window = window;
        this.client = client;
    }

    /**
     * So many requests of each client in that time, on average: who has been silent may make as many at once, so that it can be
     * nearly twice as many in a time that begins after a pause.
     */
    public static RateLimit of(int requests, Duration time) {
        long nanos = Positive.of(time, "the time").toNanos();
        long interval = Math.max(1, nanos / Positive.of(requests, "requests"));
        return new RateLimit(interval, interval * requests, RateLimit::network);
    }

    /**
     * With other clients than addresses: what the function gives, such as a user; nobody is limited where it is null. It is kept,
     * of up to 100,000 clients: let it be small, and not a field of any length that clients send.
     */
    public RateLimit by(Function<? super Request, ? extends @Nullable Object> newClient) {
        return new RateLimit(interval, window, Objects.requireNonNull(newClient, "client"));
    }

    private static Object network(Request request) {
        InetAddress address = request.remoteAddress().getAddress();
        return address instanceof Inet6Address
                ? ByteBuffer.wrap(Arrays.copyOf(address.getAddress(), NETWORK))
                : address;
    }

    @Override
    public One<Response> filter(Request request, Handler next) throws Exception {
        Object who = client.apply(request);
        return who == null
                ? next.handle(request)
                : One.deferContextual(context -> {
                    long wait = take(who, context.clock().nanoTime());
                    return wait == 0 ? handled(request, next) : One.of(refusal(wait));
                });
    }

    private static One<Response> handled(Request request, Handler next) {
        try {
            return next.handle(request);
        } catch (Exception failure) {
            return One.fail(() -> failure);
        }
    }

    /** Takes one request of its rate; gives how long that is not to be had yet. */
    private long take(Object who, long now) {
        long[] wait = {0};
        used.compute(place(who, now), (key, until) -> {
            long from = until == null || until - now < 0 ? now : until;
            wait[0] = Math.max(0, from + interval - window - now);
            return wait[0] == 0 ? (Long) (from + interval) : until;
        });
        return wait[0];
    }

    private Object place(Object who, long now) {
        if (used.size() < MOST_CLIENTS || used.containsKey(who)) {
            return who;
        }
        long last = sweptAt.get();
        if ((last == Long.MIN_VALUE || now - last > Math.min(window, BETWEEN_SWEEPS))
                && sweptAt.compareAndSet(last, now)) {
            used.values().removeIf(until -> until - now < 0);
        }
        return used.size() < MOST_CLIENTS ? who : OTHERS;
    }

    private static Response refusal(long wait) {
        long seconds = Math.max(1, Math.ceilDiv(wait, TimeUnit.SECONDS.toNanos(1)));
        return Response.problem(429, "too many requests: try again later")
                .withHeader("Retry-After", Long.toString(seconds));
    }
}
