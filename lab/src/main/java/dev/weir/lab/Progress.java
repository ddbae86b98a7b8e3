package dev.weir.lab;

import java.io.PrintStream;
import java.util.List;
import java.util.function.Consumer;

/** Tells what is being measured and how long it may still take. */
final class Progress {
    private final PrintStream out;
    private final double expected;
    private final long start = System.nanoTime();
    private double done;
    private int failures;
    private Consumer<List<Measurement>> keeper = measurements -> {};

    /** Starts with the seconds that everything is expected to take. */
    Progress(PrintStream out, double expected) {
        this.out = out;
        this.expected = expected;
    }

    synchronized void begin(String what) {
        out.printf("%3.0f %%  %7s left  %s%n", 100 * done / expected, Format.time(left()), what);
    }

    /** Who keeps what a suite has so far, in case that it does not get to its end. */
    void keepIn(Consumer<List<Measurement>> newKeeper) {
        keeper = newKeeper;
    }

    void keep(List<Measurement> soFar) {
        keeper.accept(soFar);
    }

    /** A step has ended that was expected to take that many seconds. */
    synchronized void end(double seconds) {
        done += seconds;
    }

    synchronized void tell(String what) {
        out.println(what);
    }

    /** Does a step of so many seconds; a failure is told, and the next step may follow. */
    void attempt(String what, double seconds, Step step) throws InterruptedException {
        begin(what);
        try {
            step.run();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            fail(e.getMessage());
        }
        end(seconds);
    }

    /** Something that is measured. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    synchronized void fail(String printed) {
        failures++;
        out.println("it failed:\n" + printed);
    }

    /** How many measurements have failed. */
    synchronized int failures() {
        return failures;
    }

    private double left() {
        double elapsed = (System.nanoTime() - start) / 1e9;
        double pace = done == 0 ? 1 : elapsed / done;
        return (expected - done) * pace;
    }
}
