package dev.weir.net.http.client.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.net.http.client.call.Call;
import dev.weir.net.http.client.call.CallLimits;
import dev.weir.net.http.client.call.Payload;
import dev.weir.net.http.client.call.Route;
import dev.weir.net.http.client.call.Url;
import dev.weir.net.http.client.line.Exchange;
import dev.weir.net.http.client.line.Lease;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PoolDeadlineTest {
    private static final Duration LONG = Duration.ofDays(1);
    private static final CallLimits LIMITS =
            new CallLimits(1, 1, 1, LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG, 1_000, 100, 1_000, 10);

    /** The pool is told of it by another thread, between when it is known and when it is asked. */
    @Test
    void aTimeThatIsOverBeforeThePoolIsAskedIsNotLost() {
        VirtualTime time = new VirtualTime();
        Url url = Url.parse("http://test/");
        Call call = new Call(
                "GET", url, new String[0], Payload.Bytes.NONE, null, (fields, status) -> {}, false, false, false, LONG);
        Exchange exchange = new Exchange(
                call,
                LIMITS,
                (trouble, message, cause, repeat) -> new IllegalStateException(trouble + " " + message),
                false);
        Lease lease = new Lease(time, Duration.ofSeconds(1));
        lease.begin();
        lease.use(exchange);
        Pools pools = new Pools(new Means(null, null, false, false, null), LIMITS);
        Pool pool = new Pool(pools, Route.of(url, null), LIMITS, new PoolCounters(new AtomicLong(), new AtomicLong()));
        exchange.finder(pool);
        time.advance(Duration.ofSeconds(1));
        pool.acquire(exchange);
        String told = exchange.answer()
                .handle((answer, failure) -> failure.getMessage())
                .orTimeout(5, TimeUnit.SECONDS)
                .join();
        assertEquals("DEADLINE GET http://test/: not done within 1 s (the request's withTimeout)", told);
    }
}
