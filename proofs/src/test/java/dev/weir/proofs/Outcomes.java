package dev.weir.proofs;

import dev.weir.Ending;
import dev.weir.testkit.Probe;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What came of pipelines, in a line. */
final class Outcomes {
    private Outcomes() {}

    /** The items, and the end: | of one that completed, the message of its failure, or ... while it goes on. */
    static String of(Probe<?> probe) {
        Throwable failure = probe.failure();
        String end = probe.ending() == Ending.COMPLETED ? "|" : failure == null ? "..." : failure.getMessage();
        return Stream.concat(probe.items().stream().map(String::valueOf), Stream.of(end))
                .collect(Collectors.joining(" "));
    }
}
