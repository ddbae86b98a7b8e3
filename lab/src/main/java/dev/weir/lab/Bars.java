package dev.weir.lab;

import java.util.List;
import java.util.Locale;

/** Bars with error bars, one for each implementation of a row. */
final class Bars {
    private static final double LEFT = 150;
    private static final double RIGHT = Svg.WIDTH - 95;
    private static final double STEP = 24;
    private static final double THICKNESS = 14;

    // a baseline that is so much longer than the libraries is cut, so that these can be told apart
    private static final double CUT = 1.5;

    private Bars() {}

    static String of(Comparison row) {
        List<Measurement> bars = row.measurements();
        double scale = scale(bars);
        Svg svg = new Svg();
        for (int i = 0; i < bars.size(); i++) {
            draw(svg, bars.get(i), STEP * i + STEP / 2, scale);
        }
        svg.line("axis", LEFT, 0, LEFT, STEP * bars.size());
        return svg.drawn(row.title(), STEP * bars.size());
    }

    static String type(Measurement measurement) {
        return measurement.kind().name().toLowerCase(Locale.ROOT);
    }

    private static void draw(Svg svg, Measurement m, double y, double scale) {
        double length = Math.min(m.score(), scale) / scale * (RIGHT - LEFT);
        svg.text("", LEFT - 8, y + 4, "end", shortened(m.impl()));
        svg.rectangle(type(m), LEFT, y - THICKNESS / 2, length, THICKNESS);
        if (m.score() > scale) {
            svg.polygon("cut", cut(RIGHT - 14, y));
        } else if (m.error() != null) {
            whisker(svg, m, y, (RIGHT - LEFT) / scale);
        }
        svg.text("soft", Svg.WIDTH, y + 4, "end", Format.number(m.score()));
    }

    /** An end beyond the axis has a tip instead of a bar across. */
    private static void whisker(Svg svg, Measurement m, double y, double unit) {
        double from = LEFT + Math.max(0, m.score() - m.error()) * unit;
        double to = LEFT + (m.score() + m.error()) * unit;
        svg.line("whisker", from, y, Math.min(RIGHT, to), y);
        svg.line("whisker", from, y - 4, from, y + 4);
        if (to <= RIGHT + 0.1) {
            svg.line("whisker", to, y - 4, to, y + 4);
        } else {
            svg.line("whisker", RIGHT - 4, y - 4, RIGHT, y);
            svg.line("whisker", RIGHT - 4, y + 4, RIGHT, y);
        }
    }

    private static String cut(double x, double y) {
        double half = THICKNESS / 2 + 1;
        return String.format(
                Locale.ROOT,
                "%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f",
                x,
                y + half,
                x + 5,
                y - half,
                x + 9,
                y - half,
                x + 4,
                y + half);
    }

    private static double scale(List<Measurement> bars) {
        double all = highest(bars);
        double libraries = highest(bars.stream()
                .filter(m -> m.kind() == Impl.Kind.OURS || m.kind() == Impl.Kind.PEER)
                .toList());
        return libraries > 0 && all > CUT * libraries ? CUT * libraries : all;
    }

    private static double highest(List<Measurement> bars) {
        return bars.stream()
                .mapToDouble(m -> m.error() == null ? m.score() : m.score() + m.error())
                .max()
                .orElse(1);
    }

    private static String shortened(String name) {
        return name.length() <= 22 ? name : name.substring(0, 21) + "…";
    }
}
