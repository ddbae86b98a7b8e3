package dev.weir.proofs;

import dev.weir.DroppedErrors;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/** Collects the failures that are dropped while it is open, and keeps their warnings out of the test's output. */
public final class DroppedFailures implements AutoCloseable {
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final List<String> pipelines = new CopyOnWriteArrayList<>();
    private final LogLines warnings = LogLines.of("dev.weir");

    private DroppedFailures() {}

    public static DroppedFailures collect() {
        DroppedFailures dropped = new DroppedFailures();
        DroppedErrors.listener(dropped::add);
        return dropped;
    }

    private synchronized void add(String pipeline, Throwable failure) {
        pipelines.add(pipeline);
        failures.add(failure);
    }

    public List<Throwable> failures() {
        return failures;
    }

    /** Those of pipelines of that name: others that were left before may only now drop theirs. */
    public List<Throwable> failuresOf(String pipeline) {
        return IntStream.range(0, failures.size())
                .filter(i -> pipelines.get(i).equals(pipeline))
                .mapToObj(failures::get)
                .toList();
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
