package dev.weir.lab.vthreads;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** 1,000 calls that block for a millisecond each, a bounded number of them at once. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public abstract class Calls {
    static final int ITEMS = 1_000;

    @Param({"16", "256"})
    public int concurrency;

    final Work work = new Work();

    /** Fails if more calls than allowed were running at once. */
    final void checkBound() {
        int most = work.most();
        if (most > concurrency) {
            throw new IllegalStateException(most + " calls at once, not " + concurrency);
        }
    }

    @TearDown
    public void stop() {
        work.close();
    }
}
