package dev.weir.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Where numbers are on a logarithmic axis. */
record LogAxis(double from, double to, double start, double end) {
    /** From the least to the greatest of the numbers. */
    static LogAxis tight(Stream<Double> numbers, double start, double end) {
        List<Double> sorted = numbers.sorted().toList();
        return of(sorted.getFirst(), sorted.getLast(), start, end);
    }

    /** From the power of ten below them to the one above; from 1 to 10 if there are none. */
    static LogAxis decades(Stream<Double> numbers, double start, double end) {
        List<Double> sorted = numbers.sorted().toList();
        return sorted.isEmpty()
                ? of(1, 10, start, end)
                : of(
                        Math.pow(10, Math.floor(Math.log10(sorted.getFirst()))),
                        Math.pow(10, Math.ceil(Math.log10(sorted.getLast()))),
                        start,
                        end);
    }

    private static LogAxis of(double from, double to, double start, double end) {
        return new LogAxis(from, to > from ? to : from * 10, start, end);
    }

    double at(double value) {
        return start + Math.log(value / from) / Math.log(to / from) * (end - start);
    }

    /** The powers of ten. */
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        for (double power = Math.floor(Math.log10(from)); Math.pow(10, power) <= to * 1.001; power++) {
            ticks.add(Math.pow(10, power));
        }
        return ticks;
    }
}
