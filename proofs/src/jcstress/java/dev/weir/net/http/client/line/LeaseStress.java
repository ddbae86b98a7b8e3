package dev.weir.net.http.client.line;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.net.http.client.Exchanges;
import dev.weir.op.kernel.HandClock;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** An exchange that begins while its request is given up, or takes too long, is told; no timer is left. */
public final class LeaseStress {
    private LeaseStress() {}

    private static String told(Exchange exchange, HandClock clock) {
        String waits = exchange.isUnwanted() ? "over" : "goes on";
        return clock.pending() == 0 ? waits : waits + ", a timer is left";
    }

    @JCStressTest
    @State
    @Outcome(id = "over", expect = ACCEPTABLE, desc = "given up before it began, or after")
    public static class UseVersusEnd {
        private final HandClock clock = new HandClock();
        private final Lease lease = new Lease(clock, Duration.ofSeconds(1));
        private final Exchange exchange = Exchanges.waiting();

        public UseVersusEnd() {
            lease.begin();
        }

        @Actor
        public void use() {
            lease.use(exchange);
        }

        @Actor
        public void end() {
            lease.end();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = told(exchange, clock);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "over", expect = ACCEPTABLE, desc = "refused as it was late, before it began or after")
    public static class SecondUseVersusDeadline {
        private final HandClock clock = new HandClock();
        private final Lease lease = new Lease(clock, Duration.ofSeconds(1));
        private final Exchange exchange = Exchanges.waiting();

        public SecondUseVersusDeadline() {
            lease.begin();
            lease.use(Exchanges.waiting());
            clock.set(Duration.ofSeconds(1));
        }

        @Actor
        public void use() {
            lease.use(exchange);
        }

        @Actor
        public void late() {
            clock.fire();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = told(exchange, clock);
        }
    }
}
