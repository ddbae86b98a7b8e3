package dev.weir.lab;

import java.util.Collection;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/** Says nothing. */
class Silent implements OutputFormat {
    @Override
    public void iteration(BenchmarkParams how, IterationParams iteration, int number) {}

    @Override
    public void iterationResult(BenchmarkParams how, IterationParams iteration, int number, IterationResult result) {}

    @Override
    public void startBenchmark(BenchmarkParams how) {}

    @Override
    public void endBenchmark(BenchmarkResult result) {}

    @Override
    public void startRun() {}

    @Override
    public void endRun(Collection<RunResult> results) {}

    @Override
    public void print(String text) {}

    @Override
    public void println(String text) {}

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public void verbosePrintln(String text) {}

    @Override
    public void write(int b) {}

    @Override
    public void write(byte[] bytes) {}
}
