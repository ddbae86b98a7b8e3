package dev.weir.lab;

import static dev.weir.lab.Svg.escape;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The report as a page that needs nothing else. */
final class Page {
    private static final double NOTABLE = 1.03;
    private static final double STRONG = 1.1;

    /** Fewer samples make no histogram. */
    private static final int MANY = 12;

    private static final String FRAME = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Weir, measured</title>
        <style>
        %s</style>
        </head>
        <body>
        <h1>Weir, measured</h1>
        <p>%s</p>
        %s%s</body>
        </html>
        """;

    private static final String LEGEND = """
        <div class="legend">
        <span>Small print: the error, or the least and the most; and how many times better Weir is. No colour: less than 3 %, or within the errors.</span>
        <span><i class="a"></i>Weir leads by 3 % or more</span>
        <span><i class="b"></i>by 10 % or more</span>
        <span><i class="c"></i>Weir trails by 3 % or more</span>
        <span><i class="d"></i>by 10 % or more</span>
        </div>
        """;

    private Page() {}

    static String of(Map<String, List<Measurement>> suites, String conditions) throws IOException {
        StringBuilder sections = new StringBuilder();
        suites.forEach((suite, measurements) -> sections.append(section(suite, Comparison.of(measurements))));
        return FRAME.formatted(style(), escape(conditions), Story.of(suites), sections);
    }

    private static String section(String suite, List<Comparison> rows) {
        StringBuilder html = new StringBuilder();
        html.append("<h2 id=\"%1$s\">%1$s</h2>\n<p>%2$s</p>\n".formatted(suite, Summary.told(rows)));
        html.append(table(rows)).append(LEGEND).append("<div class=\"figures\">\n");
        Map<String, Curves> curves = Curves.among(rows);
        curves.values().stream()
                .filter(curve -> curve.points().stream().anyMatch(Comparison::isTelling))
                .forEach(curve -> html.append(curve(curve)));
        rows.stream()
                .filter(row -> !curves.containsKey(row.row()) && row.isTelling())
                .forEach(row -> html.append(figures(row)));
        return html.append("</div>\n").toString();
    }

    private static String curve(Curves curves) {
        return figure(curves.row(), curves.first(), Lines.of(curves));
    }

    private static String table(List<Comparison> rows) {
        List<String> names = names(rows);
        StringBuilder html = new StringBuilder("<table>\n<thead><tr><th></th>");
        names.forEach(name -> html.append("<th>").append(escape(name)).append("</th>"));
        html.append("</tr></thead>\n<tbody>\n");
        for (Comparison row : rows) {
            html.append("<tr><th>%s<small>%s</small></th>"
                    .formatted(escape(row.title()), escape(row.unit() + direction(row))));
            names.forEach(name -> html.append(cell(row, name)));
            html.append("</tr>\n");
        }
        return html.append("</tbody></table>\n").toString();
    }

    private static String direction(Comparison row) {
        return direction(row.measurements().getFirst());
    }

    private static String direction(Measurement measurement) {
        return measurement.higherIsBetter() ? ", more is better" : ", less is better";
    }

    /** Those of all rows, by their kind, then by how many rows they are in. */
    private static List<String> names(List<Comparison> rows) {
        return rows.stream()
                .flatMap(row -> row.measurements().stream())
                .map(Measurement::impl)
                .distinct()
                .sorted((a, b) -> Impl.kindOf(a).compareTo(Impl.kindOf(b)))
                .toList();
    }

    private static String cell(Comparison row, String name) {
        return row.of(name).map(m -> cell(row, m)).orElse("<td></td>");
    }

    private static String cell(Comparison row, Measurement m) {
        Optional<Lead> lead = row.lead(m);
        String type = m.kind() == Impl.Kind.OURS ? "weir" : colour(m, lead);
        String times = lead.map(l -> "<small class=\"times\">" + Format.times(l.times()) + "</small>")
                .orElse("");
        // the name is shown where there is no room for a head of the table
        return "<td class=\"%s\" data-name=\"%s\">%s<small>%s</small>%s</td>"
                .formatted(type, escape(m.impl()), Format.number(m.score()), Format.error(m), times);
    }

    /** None where the difference is small or within the errors. */
    private static String colour(Measurement m, Optional<Lead> lead) {
        if (m.kind() == Impl.Kind.ASIDE || lead.isEmpty()) {
            return "";
        }
        double distance = Math.max(lead.get().times(), 1 / lead.get().times());
        String state = Story.state(lead.get());
        return state.isEmpty() || distance < NOTABLE ? "" : state + (distance < STRONG ? "" : " strong");
    }

    private static String figures(Comparison row) {
        if (!row.isDistributed()) {
            return figure(row, "", Bars.of(row));
        }
        boolean many = row.measurements().stream().allMatch(m -> m.samples().size() >= MANY);
        return figure(row, ", box plot", Boxes.of(row)) + (many ? figure(row, ", histogram", Histogram.of(row)) : "");
    }

    private static String figure(Comparison row, String kind, String svg) {
        return figure(row.title() + kind, row.measurements().getFirst(), svg);
    }

    private static String figure(String title, Measurement any, String svg) {
        return String.format(
                Locale.ROOT,
                "<figure><h3>%s <small>%s</small></h3>%s</figure>\n",
                escape(title),
                escape(any.unit() + direction(any)),
                svg);
    }

    private static String style() throws IOException {
        try (InputStream in = Page.class.getResourceAsStream("page.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
