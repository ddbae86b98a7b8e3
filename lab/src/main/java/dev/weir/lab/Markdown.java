package dev.weir.lab;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The report as tables of Markdown, to be put into documents. */
final class Markdown {
    private Markdown() {}

    static String of(Map<String, List<Measurement>> suites, String conditions) {
        return suites.entrySet().stream()
                .map(suite -> suite(suite.getKey(), Comparison.of(suite.getValue())))
                .collect(Collectors.joining("\n", conditions + "\n\n", ""));
    }

    private static String suite(String suite, List<Comparison> rows) {
        StringBuilder text = new StringBuilder("## " + suite + "\n\n");
        Map<String, Curves> curves = Curves.among(rows);
        curves.values().forEach(curve -> append(text, curve));
        List<Comparison> others =
                rows.stream().filter(row -> !curves.containsKey(row.row())).toList();
        if (!others.isEmpty()) {
            appendPeers(text, others);
            appendAsides(text, others);
        }
        return text.append(told(rows)).toString();
    }

    private static String told(List<Comparison> rows) {
        String told = Summary.told(rows);
        return Character.toUpperCase(told.charAt(0)) + told.substring(1) + ".\n";
    }

    private static void appendPeers(StringBuilder text, List<Comparison> rows) {
        text.append("| row | unit | Weir | ± | best peer | ratio | 99 % interval | baseline: ratio |\n");
        text.append("|---|---|---:|---:|---|---:|---|---|\n");
        for (Comparison row : rows) {
            Optional<Measurement> ours = row.best(Impl.Kind.OURS);
            Optional<Lead> lead = row.lead(Impl.Kind.PEER);
            text.append("| %s | %s | %s | %s | %s | %s | %s | %s |\n"
                    .formatted(
                            row.title(),
                            row.unit(),
                            ours.map(m -> Format.compact(m.score())).orElse(""),
                            ours.map(Format::error).orElse("").replace("± ", ""),
                            row.best(Impl.Kind.PEER)
                                    .map(m -> m.impl() + " " + Format.compact(m.score()))
                                    .orElse(""),
                            lead.map(l -> ratio(l.times())).orElse(""),
                            lead.map(Format::interval)
                                    .orElse("")
                                    .replaceAll("[ ()]+", " ")
                                    .trim(),
                            leads(row, Impl.Kind.BASELINE)));
        }
        text.append('\n');
    }

    /** What is in a row for comparison only: other ways to do it with the same library. */
    private static void appendAsides(StringBuilder text, List<Comparison> rows) {
        List<Comparison> compared = rows.stream()
                .filter(row -> !leads(row, Impl.Kind.ASIDE).isEmpty())
                .toList();
        if (compared.isEmpty()) {
            return;
        }
        text.append("| row | Weir, by another way to do it |\n|---|---|\n");
        compared.forEach(row -> text.append("| %s | %s |\n".formatted(row.title(), leads(row, Impl.Kind.ASIDE))));
        text.append('\n');
    }

    private static String leads(Comparison row, Impl.Kind kind) {
        return row.measurements().stream()
                .filter(m -> m.kind() == kind)
                .flatMap(m -> row.lead(m).map(lead -> m.impl() + " " + ratio(lead.times())).stream())
                .collect(Collectors.joining("; "));
    }

    private static String ratio(double times) {
        return Format.times(times).replace("×", "");
    }

    private static void append(StringBuilder text, Curves curves) {
        text.append("| %s, %s |".formatted(curves.row(), curves.first().unit()));
        curves.points()
                .forEach(point -> text.append(' ')
                        .append(Format.grouped(point.params().get(Comparison.CONNECTIONS)))
                        .append(" |"));
        text.append("\n|---|").append("---:|".repeat(curves.points().size())).append('\n');
        for (String impl : curves.impls()) {
            text.append("| ").append(impl).append(" |");
            curves.points()
                    .forEach(point -> text.append(' ')
                            .append(point.of(impl)
                                    .map(m -> Format.compact(m.score()))
                                    .orElse(""))
                            .append(" |"));
            text.append('\n');
        }
        text.append('\n');
    }
}
