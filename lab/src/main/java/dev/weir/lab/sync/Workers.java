package dev.weir.lab.sync;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Two threads to hop to. */
@State(Scope.Benchmark)
public class Workers {
    public final ExecutorService first = Executors.newSingleThreadExecutor();
    public final ExecutorService second = Executors.newSingleThreadExecutor();

    @TearDown
    public void stop() {
        first.shutdownNow();
        second.shutdownNow();
    }
}
