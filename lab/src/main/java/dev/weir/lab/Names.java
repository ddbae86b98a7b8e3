package dev.weir.lab;

import java.util.Locale;

/** What benchmarks are called, by the names of their classes and methods. */
final class Names {
    private Names() {}

    /** {@code dev.weir.lab.rebls.ManyMapToOne.weir} is the row "many map to one". */
    static String row(String benchmark) {
        String type = benchmark.substring(0, benchmark.lastIndexOf('.'));
        return type.substring(type.lastIndexOf('.') + 1)
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                .toLowerCase(Locale.ROOT);
    }

    static String method(String benchmark) {
        return benchmark.substring(benchmark.lastIndexOf('.') + 1);
    }
}
