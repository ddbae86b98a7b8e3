package dev.weir.lab;

import java.util.Locale;

/** Builds a drawing. */
final class Svg {
    static final int WIDTH = 560;

    private final StringBuilder shapes = new StringBuilder();

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    void rectangle(String type, double x, double y, double width, double height) {
        add("<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", type, x, y, width, height);
    }

    void line(String type, double x1, double y1, double x2, double y2) {
        add("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", type, x1, y1, x2, y2);
    }

    void circle(String type, double x, double y, double radius) {
        add("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>", type, x, y, radius);
    }

    void polygon(String type, String points) {
        add("<polygon class=\"%s\" points=\"%s\"/>", type, points);
    }

    /** @param anchor start, middle or end: which part of the text is at x */
    void text(String type, double x, double y, String anchor, String text) {
        add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", type, x, y, anchor, escape(text));
    }

    String drawn(String label, double height) {
        return String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %.0f\" role=\"img\" aria-label=\"%s\">%s</svg>",
                WIDTH,
                height,
                escape(label),
                shapes);
    }

    private void add(String format, Object... values) {
        shapes.append(String.format(Locale.ROOT, format, values));
    }
}
