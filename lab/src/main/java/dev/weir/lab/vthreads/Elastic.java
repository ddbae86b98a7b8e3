package dev.weir.lab.vthreads;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Threads for the blocking calls of Reactor, twice as many as calls are running at once: one that has just ended a call
 * still counts as busy, and a call is then put behind another one where there is no thread left.
 */
@State(Scope.Benchmark)
public class Elastic {
    public Scheduler threads;

    @Setup
    public void start(MapBlocking calls) {
        threads = Schedulers.newBoundedElastic(2 * calls.concurrency, Integer.MAX_VALUE, "lab");
    }

    @TearDown
    public void stop() {
        threads.dispose();
    }
}
