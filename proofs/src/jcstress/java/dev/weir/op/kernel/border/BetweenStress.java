package dev.weir.op.kernel.border;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.op.kernel.root.Atomics;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A failure that another thread brings is told, whoever sees it. */
public final class BetweenStress {
    private BetweenStress() {}

    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "told, by one or by both")
    public static class RefuseVersusLeave {
        private static final VarHandle EMITTER = Atomics.field(MethodHandles.lookup(), "emitter", long.class);
        private static final VarHandle REFUSED = Atomics.field(MethodHandles.lookup(), "refused", boolean.class);

        private final AtomicInteger told = new AtomicInteger();
        private long emitter;
        private volatile boolean refused;

        @Actor
        public void emit() {
            emitter = Thread.currentThread().threadId();
            Thread.onSpinWait();
            emitter = 0;
            if ((boolean) REFUSED.get(this)) {
                tell();
            }
        }

        @Actor
        public void refuse() {
            refused = true;
            Between.run(EMITTER, this, emitter, this::tell);
        }

        private void tell() {
            told.incrementAndGet();
        }

        @Arbiter
        public void story(L_Result result) {
            while (told.get() == 0) {
                Thread.yield(); // one that nobody tells makes the test hang
            }
            result.r1 = refused;
        }
    }
}
