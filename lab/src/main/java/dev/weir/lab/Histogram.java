package dev.weir.lab;

import java.util.List;

/** How often which time was taken, one line of bars for each implementation. */
final class Histogram {
    private static final double LEFT = 130;
    private static final double RIGHT = Svg.WIDTH - 20;
    private static final double STEP = 46;
    private static final double TALLEST = 38;
    private static final int BINS = 40;

    private Histogram() {}

    static String of(Comparison row) {
        List<Measurement> rows = row.measurements();
        Axis axis = Axis.of(rows, LEFT, RIGHT);
        Svg svg = new Svg();
        double height = STEP * rows.size();
        axis.draw(svg, height);
        for (int i = 0; i < rows.size(); i++) {
            draw(svg, rows.get(i), STEP * (i + 1), axis);
        }
        return svg.drawn(row.title() + ", histogram", height + Axis.HEIGHT);
    }

    private static void draw(Svg svg, Measurement m, double bottom, Axis axis) {
        int[] bins = new int[BINS];
        int most = 0;
        for (double sample : m.samples()) {
            int bin = (int) Math.min(BINS - 1, (sample - axis.from()) / (axis.to() - axis.from()) * BINS);
            most = Math.max(most, ++bins[bin]);
        }
        double width = (RIGHT - LEFT) / BINS;
        for (int i = 0; i < BINS; i++) {
            double tall = TALLEST * bins[i] / most;
            if (bins[i] > 0) {
                svg.rectangle(Bars.type(m), LEFT + i * width, bottom - tall, width - 1, tall);
            }
        }
        svg.line("axis", LEFT, bottom, RIGHT, bottom);
        svg.text("", LEFT - 12, bottom - 6, "end", m.impl());
    }
}
