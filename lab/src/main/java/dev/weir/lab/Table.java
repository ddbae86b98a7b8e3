package dev.weir.lab;

import java.util.List;
import java.util.Map;

/** The table of a suite, as text. */
final class Table {
    private static final String NAME = "  %-24s";
    private static final String CELL = " %12s";
    private static final String LINE = "  %-36s %16s %16s   %s";

    private Table() {}

    static String of(String suite, List<Measurement> measurements) {
        List<Comparison> rows = Comparison.of(measurements);
        StringBuilder text = new StringBuilder("\n" + suite + "\n" + "=".repeat(suite.length()) + "\n");
        Map<String, Curves> curves = Curves.among(rows);
        curves.values().forEach(curve -> append(text, curve));
        rows.stream().filter(row -> !curves.containsKey(row.row())).forEach(row -> append(text, row));
        return text.append('\n').append(Summary.told(rows)).append('\n').toString();
    }

    private static void append(StringBuilder text, Curves curves) {
        Measurement first = curves.first();
        text.append('\n').append(curves.row()).append(", ").append(first.unit());
        text.append(first.higherIsBetter() ? ", more is better" : ", less is better")
                .append('\n');
        text.append(NAME.formatted(Comparison.CONNECTIONS));
        curves.points()
                .forEach(point ->
                        text.append(CELL.formatted(Format.grouped(point.params().get(Comparison.CONNECTIONS)))));
        text.append('\n');
        for (String impl : curves.impls()) {
            text.append(NAME.formatted(impl));
            curves.points().forEach(point -> text.append(CELL.formatted(score(point, impl))));
            text.append('\n');
        }
    }

    private static String score(Comparison point, String impl) {
        return point.of(impl).map(m -> Format.number(m.score())).orElse("");
    }

    private static void append(StringBuilder text, Comparison row) {
        Measurement first = row.measurements().getFirst();
        text.append('\n').append(row.title()).append(", ").append(row.unit());
        text.append(first.higherIsBetter() ? ", more is better" : ", less is better");
        row.lead(Impl.Kind.PEER).ifPresent(lead -> text.append(verdict(row, Impl.Kind.PEER, lead)));
        row.lead(Impl.Kind.BASELINE).ifPresent(lead -> text.append(verdict(row, Impl.Kind.BASELINE, lead)));
        text.append('\n');
        for (Measurement m : row.measurements()) {
            text.append(LINE.formatted(m.impl(), Format.number(m.score()), Format.error(m), lead(row, m))
                            .stripTrailing())
                    .append('\n');
        }
    }

    private static String verdict(Comparison row, Impl.Kind kind, Lead lead) {
        return ": weir is " + Format.times(lead.times()) + " "
                + row.best(kind).orElseThrow().impl();
    }

    private static String lead(Comparison row, Measurement other) {
        return row.lead(other)
                .map(lead -> "weir is " + Format.times(lead.times()) + Format.interval(lead))
                .orElse("");
    }
}
