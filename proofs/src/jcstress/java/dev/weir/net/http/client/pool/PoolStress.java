package dev.weir.net.http.client.pool;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.net.HandLoop;
import dev.weir.net.dial.Dialer;
import dev.weir.net.http.client.Exchanges;
import dev.weir.net.http.client.call.Route;
import dev.weir.net.http.client.line.Connection;
import dev.weir.net.http.client.line.Exchange;
import dev.weir.net.loop.EventLoops;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.LoopShares;
import dev.weir.op.kernel.HandClock;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A connection carries one exchange at a time, and whoever waits gets it when it is free, unless nobody wants that. */
public final class PoolStress {
    private PoolStress() {}

    /** A pool with its one connection, and what came of it. */
    private static final class Origin implements Connection {
        private static final Route ROUTE = new Route(false, "localhost", 1, null);

        private final HandClock clock = new HandClock();
        private final HandLoop loop = new HandLoop();
        private final LoopShares shares =
                new LoopShares(EventLoops.shared(), Held.ofClient(Long.MAX_VALUE), clock, Duration.ofSeconds(1));
        private final Means means =
                new Means(new Dialer(EventLoops.shared(), shares, clock, null, null), null, false, false, null);
        private final Pools pools = new Pools(means, Exchanges.LIMITS);
        private final Pool pool =
                new Pool(pools, ROUTE, Exchanges.LIMITS, new PoolCounters(new AtomicLong(), new AtomicLong()));
        private final Slot slot = new Slot(pool);
        private int begun;
        private volatile boolean closed;

        Origin() {
            pool.ready(new Opening(means, Exchanges.LIMITS, pool, ROUTE, slot), this);
            closed = false; // nobody waited for it
            slot.resize(1);
        }

        /** An exchange that has the connection, or waits for it. */
        Exchange acquired() {
            Exchange exchange = Exchanges.waiting();
            exchange.finder(pool);
            pool.acquire(exchange);
            return exchange;
        }

        /** How many exchanges have begun, and what the pool counts. */
        String story() {
            loop.runAll();
            Counts counts = pool.counters.now();
            return begun + " begun, " + counts.waiting() + " waiting, " + counts.idle() + " idle"
                    + (slot.active == 0 || slot.active == 1 ? "" : ", active " + slot.active)
                    + (closed ? ", closed" : "");
        }

        @Override
        public EventLoop loop() {
            return loop;
        }

        @Override
        public int room() {
            return 1;
        }

        @Override
        public int unread() {
            return 0;
        }

        @Override
        public void begin(Exchange exchange) {
            if (exchange.isUnwanted()) {
                slot.release();
            } else {
                begun++;
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1 begun, 1 waiting, 0 idle", expect = ACCEPTABLE, desc = "one has the connection, the other waits")
    public static class AcquireVersusAcquire {
        private final Origin origin = new Origin();

        @Actor
        public void one() {
            origin.acquired();
        }

        @Actor
        public void other() {
            origin.acquired();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = origin.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "2 begun, 0 waiting, 0 idle", expect = ACCEPTABLE, desc = "it had to wait, or came just after")
    public static class AcquireVersusRelease {
        private final Origin origin = new Origin();

        public AcquireVersusRelease() {
            origin.acquired();
        }

        @Actor
        public void acquire() {
            origin.acquired();
        }

        @Actor
        public void release() {
            origin.slot.release();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = origin.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(
            id = "1 begun, 0 waiting, 1 idle",
            expect = ACCEPTABLE,
            desc = "whether it waited or was to begin, the connection is free")
    @Outcome(id = "2 begun, 0 waiting, 0 idle", expect = ACCEPTABLE, desc = "it had begun, and ends by itself")
    public static class CancelVersusRelease {
        private final Origin origin = new Origin();
        private final Exchange second;

        public CancelVersusRelease() {
            origin.acquired();
            second = origin.acquired();
        }

        @Actor
        public void cancel() {
            second.cancel();
        }

        @Actor
        public void release() {
            origin.slot.release();
            origin.loop.runAll();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = origin.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(
            id = "1 begun, 0 waiting, 1 idle, late",
            expect = ACCEPTABLE,
            desc = "it was late, and the connection is free")
    @Outcome(id = "2 begun, 0 waiting, 0 idle", expect = ACCEPTABLE, desc = "it got the connection in time")
    public static class DeadlineVersusRelease {
        private final Origin origin = new Origin();
        private final CompletableFuture<?> answer;

        public DeadlineVersusRelease() {
            origin.acquired();
            answer = origin.acquired().answer();
            origin.clock.set(Duration.ofSeconds(100));
        }

        @Actor
        public void late() {
            origin.clock.fire();
        }

        @Actor
        public void release() {
            origin.slot.release();
        }

        @Arbiter
        public void story(L_Result result) {
            String story = origin.story();
            boolean late = story.startsWith("1 ")
                    && answer.handle((done, failure) -> failure != null).join();
            result.r1 = late ? story + ", late" : story;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1 begun, 0 waiting, 0 idle, closed", expect = ACCEPTABLE, desc = "closed as it is free")
    public static class EndVersusRelease {
        private final Origin origin = new Origin();

        public EndVersusRelease() {
            origin.acquired();
        }

        @Actor
        public void end() {
            origin.pool.end();
        }

        @Actor
        public void release() {
            origin.slot.release();
        }

        @Arbiter
        public void story(L_Result result) {
            origin.slot.resize(1); // an end that comes after closes what is idle when it is looked at
            result.r1 = origin.story();
        }
    }
}
