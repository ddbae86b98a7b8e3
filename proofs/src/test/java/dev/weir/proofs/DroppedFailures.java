package dev.weir.proofs;

import dev.weir.DroppedErrors;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Collects the failures that are dropped while it is open, and keeps their warnings out of the test's output. */
public final class DroppedFailures implements AutoCloseable {
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final List<String> pipelines = new CopyOnWriteArrayList<>();
    private final LogLines warnings = LogLines.of("dev.weir");

    private DroppedFailures() {}

    public static DroppedFailures collect() {
        DroppedFailures dropped = new DroppedFailures();
        DroppedErrors.listener((pipeline, failure) -> {
            dropped.pipelines.add(pipeline);
            dropped.failures.add(failure);
        });
        return dropped;
    }

    public List<Throwable> failures() {
        return failures;
    }

    /** The names of the pipelines that dropped them. */
    public List<String> pipelines() {
        return pipelines;
    }

    /** The lines that were logged. */
    public List<String> warnings() {
        return warnings.lines();
    }

    @Override
    public void close() {
        DroppedErrors.listener(null);
        warnings.close();
    }
}
