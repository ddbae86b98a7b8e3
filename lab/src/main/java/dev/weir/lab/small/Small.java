package dev.weir.lab.small;

import dev.weir.lab.crowded.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * A row of pipelines that are assembled and run for each request. A method gives the result of its run, which is
 * compared with what plain code makes before anything is measured. Items are small numbers, of which the JVM keeps the
 * boxes: what is allocated is the pipeline's.
 */
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public abstract class Small extends Row {
    static final int SEVEN = 7;

    /** What the compiler can't know, as it comes with the request. */
    public int given = 1;

    /** What a run has to give. */
    protected abstract Object expected();

    /** Makes what a run needs, of the row's parameters. */
    protected void prepare() {}

    @Setup
    public void check(BenchmarkParams how) throws ReflectiveOperationException {
        String benchmark = how.getBenchmark();
        prepare();
        check(benchmark.substring(benchmark.lastIndexOf('.') + 1));
    }

    final void check(String implementation) throws ReflectiveOperationException {
        Object result = getClass().getMethod(implementation).invoke(this);
        if (!result.equals(expected())) {
            throw new IllegalStateException(implementation + " gives " + result + " instead of " + expected());
        }
    }

    protected static List<Integer> items(int count) {
        List<Integer> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(i % 50);
        }
        return items;
    }

    protected static int fail() {
        throw new Failure();
    }

    /** A failure that an application expects: where it was made is not of interest. */
    protected static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Failure() {
            super("no such item");
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }
}
