package dev.weir.lab;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A line for each implementation over the number of connections, both axes logarithmic. */
final class Lines {
    private static final double LEFT = 56;
    private static final double RIGHT = Svg.WIDTH - 140;
    private static final double TOP = 10;
    private static final double BOTTOM = 270;
    private static final double LABEL = 14;
    private static final int COLOURS = 9;

    private record Point(double x, double y) {}

    private record End(String impl, String type, double y) {}

    private Lines() {}

    static String of(Curves curves) {
        LogAxis x = LogAxis.tight(
                curves.points().stream().map(p -> (double) p.connections().orElseThrow()), LEFT, RIGHT);
        LogAxis y = LogAxis.decades(
                curves.points().stream()
                        .flatMap(p -> p.measurements().stream())
                        .map(Measurement::score)
                        .filter(score -> score > 0),
                BOTTOM,
                TOP);
        Svg svg = new Svg();
        axes(svg, curves, x, y);
        List<End> ends = new ArrayList<>();
        for (String impl : curves.impls()) {
            line(svg, curves, impl, x, y, ends);
        }
        label(svg, ends);
        return svg.drawn(curves.row(), BOTTOM + 36);
    }

    private static void axes(Svg svg, Curves curves, LogAxis x, LogAxis y) {
        for (double decade : y.ticks()) {
            svg.line("axis", LEFT, y.at(decade), RIGHT, y.at(decade));
            svg.text("soft", LEFT - 6, y.at(decade) + 4, "end", Format.brief(decade));
        }
        for (Comparison point : curves.points()) {
            double connections = point.connections().orElseThrow();
            svg.line("axis", x.at(connections), TOP, x.at(connections), BOTTOM);
            svg.text("soft", x.at(connections), BOTTOM + 15, "middle", Format.brief(connections));
        }
        svg.text("soft", RIGHT, BOTTOM + 30, "end", Comparison.CONNECTIONS);
    }

    private static void line(Svg svg, Curves curves, String impl, LogAxis x, LogAxis y, List<End> ends) {
        List<Point> points = points(curves, impl, x, y);
        if (points.isEmpty()) {
            return;
        }
        String type = Impl.kindOf(impl) == Impl.Kind.OURS
                ? "ours"
                : "c" + (curves.impls().indexOf(impl) % COLOURS);
        for (int i = 1; i < points.size(); i++) {
            Point from = points.get(i - 1);
            Point to = points.get(i);
            svg.line("curve " + type, from.x(), from.y(), to.x(), to.y());
        }
        points.forEach(point -> svg.circle("dot " + type, point.x(), point.y(), 2.6));
        ends.add(new End(impl, type, points.getLast().y()));
    }

    private static List<Point> points(Curves curves, String impl, LogAxis x, LogAxis y) {
        List<Point> points = new ArrayList<>();
        for (Comparison point : curves.points()) {
            point.measurements().stream()
                    .filter(m -> m.impl().equals(impl) && m.score() > 0)
                    .forEach(m -> points.add(new Point(x.at(point.connections().orElseThrow()), y.at(m.score()))));
        }
        return points;
    }

    /** At the ends of the lines, as far apart as they have to be. */
    private static void label(Svg svg, List<End> ends) {
        List<End> sorted = ends.stream().sorted(Comparator.comparing(End::y)).toList();
        double lowest = BOTTOM - LABEL * (sorted.size() - 1);
        double free = TOP;
        for (End end : sorted) {
            double y = Math.min(Math.max(end.y(), free), lowest);
            svg.text("name " + end.type(), RIGHT + 10, y + 4, "start", end.impl());
            free = y + LABEL;
            lowest += LABEL;
        }
    }
}
