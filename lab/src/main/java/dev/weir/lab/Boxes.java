package dev.weir.lab;

import java.util.List;

/** A box plot: median, quartiles, the farthest samples within one and a half boxes, and those beyond. */
final class Boxes {
    private static final double LEFT = 150;
    private static final double RIGHT = Svg.WIDTH - 20;
    private static final double STEP = 34;
    private static final double THICKNESS = 16;
    private static final double REACH = 1.5;

    private Boxes() {}

    static String of(Comparison row) {
        List<Measurement> boxes = row.measurements();
        Axis axis = Axis.of(boxes, LEFT, RIGHT);
        Svg svg = new Svg();
        double height = STEP * boxes.size();
        axis.draw(svg, height);
        for (int i = 0; i < boxes.size(); i++) {
            draw(svg, boxes.get(i), STEP * i + STEP / 2, axis);
        }
        return svg.drawn(row.title() + ", box plot", height + Axis.HEIGHT);
    }

    private static void draw(Svg svg, Measurement m, double y, Axis axis) {
        double[] sorted = Axis.sorted(m);
        double lower = Stats.quantile(sorted, 0.25);
        double upper = Stats.quantile(sorted, 0.75);
        double reach = REACH * (upper - lower);
        double from = upper;
        double to = lower;
        for (double sample : sorted) {
            if (sample < lower - reach || sample > upper + reach) {
                svg.circle(Bars.type(m), axis.x(sample), y, 2.2);
            } else {
                from = Math.min(from, sample);
                to = Math.max(to, sample);
            }
        }
        svg.text("", LEFT - 12, y + 4, "end", m.impl());
        svg.line("whisker", axis.x(from), y, axis.x(to), y);
        double half = THICKNESS / 2;
        svg.rectangle(Bars.type(m), axis.x(lower), y - half, Math.max(1, axis.x(upper) - axis.x(lower)), THICKNESS);
        double median = axis.x(Stats.quantile(sorted, 0.5));
        svg.line("whisker", median, y - half, median, y + half);
    }
}
