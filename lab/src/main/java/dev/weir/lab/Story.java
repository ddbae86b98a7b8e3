package dev.weir.lab;

import static dev.weir.lab.Svg.escape;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The picture at the head of the page: a dot for each row, where Weir is against the best peer of that row. */
final class Story {
    /** How far the axis goes at least, and at most; in powers of two. */
    private static final int NEAR = 2;

    private static final int FAR = 5;

    /** How near two dots may be, in percent of the width. */
    private static final double DOT = 1.1;

    private static final int DOT_PIXELS = 11;
    private static final int LEAST_PIXELS = 34;

    private record Dot(String title, Lead lead, double x) {}

    private final int from;
    private final int to;

    private Story(int from, int to) {
        this.from = from;
        this.to = to;
    }

    static String of(Map<String, List<Measurement>> suites) {
        double[] all = suites.values().stream()
                .flatMap(measurements -> Comparison.of(measurements).stream())
                .flatMap(row -> row.lead(Impl.Kind.PEER).stream())
                .mapToDouble(lead -> Math.log(lead.times()) / Math.log(2))
                .sorted()
                .toArray();
        if (all.length == 0) {
            return "";
        }
        int from = (int) Math.max(-FAR, Math.min(-NEAR, Math.floor(all[0])));
        int to = (int) Math.min(FAR, Math.max(NEAR, Math.ceil(all[all.length - 1])));
        return new Story(from, to).drawn(suites);
    }

    private String drawn(Map<String, List<Measurement>> suites) {
        StringBuilder strips = new StringBuilder();
        suites.forEach((suite, measurements) -> {
            List<Comparison> rows = Comparison.of(measurements);
            Summary.of(rows).forEach(summary -> strips.append(strip(suite, summary, rows)));
        });
        return "<div class=\"story\">\n%s<div class=\"strip\"><div class=\"plot scale\">%s</div></div>\n</div>\n%s"
                .formatted(strips, labels(), LEGEND);
    }

    private static final String LEGEND = """
        <div class="legend">
        <span>A dot is a row: how many times better Weir is than the best peer in it. The bar is their geometric mean.</span>
        <span><i class="dot lead"></i>Weir is ahead</span>
        <span><i class="dot"></i>within the errors</span>
        <span><i class="dot trail"></i>Weir is behind</span>
        </div>
        """;

    private String strip(String suite, Summary summary, List<Comparison> rows) {
        Predicate<Comparison> included =
                summary.what().equals(Summary.BYTES) ? Comparison::isAllocation : row -> !row.isAllocation();
        List<Dot> dots = rows.stream()
                .filter(included)
                .flatMap(row -> row.lead(Impl.Kind.PEER).map(lead -> dot(row, lead)).stream())
                .sorted((a, b) -> Double.compare(a.x(), b.x()))
                .toList();
        List<Double> lanes = new ArrayList<>();
        StringBuilder marks = new StringBuilder();
        for (Dot dot : dots) {
            int lane = lane(lanes, dot.x());
            marks.append(String.format(
                    Locale.ROOT,
                    "<i class=\"dot %s\" style=\"left:%.2f%%;bottom:%dpx\" title=\"%s\"></i>",
                    state(dot.lead()),
                    dot.x(),
                    lane * DOT_PIXELS,
                    escape(dot.title())));
        }
        return String.format(
                Locale.ROOT,
                """
                <div class="strip"><a href="#%s">%s</a>
                <div class="plot" style="height:%dpx">%s<b style="left:%.2f%%"></b>%s</div>
                <span><strong>%s</strong> %s</span></div>
                """,
                suite,
                suite + (summary.what().isEmpty() ? "" : "<small>" + summary.what() + "</small>"),
                Math.max(LEAST_PIXELS, lanes.size() * DOT_PIXELS),
                lines(),
                x(summary.geometricMean()),
                marks,
                Format.times(summary.geometricMean()),
                summary.score());
    }

    private Dot dot(Comparison row, Lead lead) {
        String title = "%s: %s %s%s"
                .formatted(
                        row.title(),
                        Format.times(lead.times()),
                        row.best(Impl.Kind.PEER).orElseThrow().impl(),
                        Format.interval(lead));
        return new Dot(title, lead, x(lead.times()));
    }

    /** The lowest lane where the dot touches no other one. */
    private static int lane(List<Double> ends, double x) {
        for (int lane = 0; lane < ends.size(); lane++) {
            if (x - ends.get(lane) >= DOT) {
                ends.set(lane, x);
                return lane;
            }
        }
        ends.add(x);
        return ends.size() - 1;
    }

    static String state(Lead lead) {
        return lead.isAhead() ? "lead" : lead.isBehind() ? "trail" : "";
    }

    /** In percent of the width; what is farther away is at the edge. */
    private double x(double times) {
        double x = (Math.log(times) / Math.log(2) - from) / (to - from);
        return 100 * Math.max(0, Math.min(1, x));
    }

    private String lines() {
        return IntStream.rangeClosed(from, to)
                .mapToObj(power -> String.format(
                        Locale.ROOT,
                        "<u%s style=\"left:%.2f%%\"></u>",
                        power == 0 ? " class=\"one\"" : "",
                        x(Math.pow(2, power))))
                .collect(Collectors.joining());
    }

    private String labels() {
        return IntStream.rangeClosed(from, to)
                .mapToObj(power -> String.format(
                        Locale.ROOT,
                        "<small style=\"left:%.2f%%\">%s%d×</small>",
                        x(Math.pow(2, power)),
                        power < 0 ? "1/" : "",
                        1 << Math.abs(power)))
                .collect(Collectors.joining());
    }
}
