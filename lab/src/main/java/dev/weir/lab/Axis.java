package dev.weir.lab;

import java.util.List;

/** A horizontal axis. */
record Axis(double from, double to, double left, double right, String unit) {
    /** How much room it takes below the drawing. */
    static final double HEIGHT = 34;

    private static final int TICKS = 6;

    static Axis of(List<Measurement> rows, double left, double right) {
        double[] all = rows.stream()
                .flatMap(m -> m.samples().stream())
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        double step = step(all[all.length - 1] - all[0]);
        double from = Math.floor(all[0] / step) * step;
        double to = Math.ceil(all[all.length - 1] / step) * step;
        return new Axis(
                from, to > from ? to : from + step, left, right, rows.getFirst().unit());
    }

    static double[] sorted(Measurement measurement) {
        return measurement.samples().stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
    }

    double x(double value) {
        return left + (value - from) / (to - from) * (right - left);
    }

    void draw(Svg svg, double height) {
        double step = step(to - from);
        for (double tick = from; tick <= to + step / 2; tick += step) {
            svg.line("axis", x(tick), 0, x(tick), height);
            svg.text("soft", x(tick), height + 15, "middle", label(tick, step));
        }
        svg.text("soft", right, height + 30, "end", unit);
    }

    private static String label(double tick, double step) {
        return step >= 1 ? Format.brief(Math.round(tick)) : Format.number(tick);
    }

    /** 1, 2 or 5 times a power of ten. */
    private static double step(double range) {
        double rough = Math.max(range, 1e-9) / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double digit = rough / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }
}
