package dev.weir.lab;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * What a JVM does at the {@link Turnstile}: JMH takes it for a profiler. It tells what a run allocates, in all threads;
 * JMH's own profiler does so too, but takes longer than a short iteration.
 */
public final class InTurn implements InternalProfiler, AutoCloseable {
    /** The label of what a run allocates. */
    static final String BYTES = "bytes";

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final String place;
    private Socket socket;
    private long allocated;

    public InTurn() {
        this(System.getProperty(Turnstile.PROPERTY, ""));
    }

    InTurn(String place) {
        this.place = place;
    }

    /** Waits for its turn. */
    void await() {
        try {
            if (socket == null) {
                String[] parts = place.split(":");
                socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(parts[0]));
                socket.getOutputStream().write(Integer.parseInt(parts[1]));
            }
            socket.getOutputStream().write(Turnstile.WAITS);
            if (socket.getInputStream().read() != Turnstile.GO) {
                throw new IOException("the lab has ended");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets the next one have its turn. */
    void pass() {
        try {
            socket.getOutputStream().write(Turnstile.DONE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String getDescription() {
        return "waits for its turn";
    }

    @Override
    public void beforeIteration(BenchmarkParams how, IterationParams iteration) {
        await();
        allocated = THREADS.getTotalThreadAllocatedBytes();
    }

    @Override
    @SuppressWarnings("rawtypes") // as the interface has it
    public Collection<? extends Result> afterIteration(
            BenchmarkParams how, IterationParams iteration, IterationResult result) {
        double bytes = THREADS.getTotalThreadAllocatedBytes() - allocated;
        pass();
        long runs = Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult(BYTES, bytes / runs, "bytes", AggregationPolicy.AVG));
    }
}
