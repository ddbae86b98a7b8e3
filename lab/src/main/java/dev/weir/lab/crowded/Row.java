package dev.weir.lab.crowded;

import java.util.ServiceLoader;
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

    /** The system property that says that a thread-local has to be carried. */
    public static final String CARRIED = "weir.lab.carried";

    /** Fails unless what is measured is what it is called. */
    @Setup
    public void carry() {
        if (Boolean.getBoolean(CARRIED)) {
            ServiceLoader.load(Runnable.class)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("nothing to carry a thread-local is on the class path:"
                            + " start the lab with ./weir lab, which builds it"))
                    .run();
        }
    }

    @Setup
    public void crowd(BenchmarkParams how) {
        if (Boolean.getBoolean(CROWDED)) {
            Crowd.run(how.getBenchmark());
        }
    }
}
