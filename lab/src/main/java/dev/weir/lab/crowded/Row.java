package dev.weir.lab.crowded;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;

/** A row: the same work, one method for each implementation; its JVM is crowded first if that is asked for. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public abstract class Row {
    /** The system property that asks for a crowd. */
    public static final String CROWDED = "weir.lab.crowded";

    @Setup
    public void crowd(BenchmarkParams how) {
        if (Boolean.getBoolean(CROWDED)) {
            Crowd.run(how.getBenchmark());
        }
    }
}
