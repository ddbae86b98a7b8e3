package dev.weir.lab;

import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** How numbers are written. */
final class Format {
    private Format() {}

    /** Three significant digits at least, thousands grouped, millions with an M. */
    static String number(double value) {
        double size = Math.abs(value);
        if (size >= 1e6) {
            return number(value / 1e6) + " M";
        }
        int decimals = size >= 1_000 || size == 0 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : 4;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    /** Without zeros at the end. */
    static String plain(double value) {
        return value >= 1 || value == 0 ? String.valueOf(Math.round(value)) : String.valueOf(value);
    }

    /** For axes: with k for thousands and M for millions. */
    static String brief(double value) {
        return value >= 1e6 ? decimals(value / 1e6) + "M" : value >= 1e3 ? decimals(value / 1e3) + "k" : plain(value);
    }

    /** One, if it is not zero. */
    private static String decimals(double value) {
        return String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : "%.1f", value);
    }

    static String error(Measurement measurement) {
        return measurement.error() != null ? "± " + number(measurement.error()) : range(measurement.samples());
    }

    /** From the least to the most, where there are several. */
    private static String range(List<Double> samples) {
        return samples.size() < 2 ? "" : number(Collections.min(samples)) + " to " + number(Collections.max(samples));
    }

    static String times(double ratio) {
        return String.format(Locale.ROOT, ratio >= 100 ? "%.0f×" : ratio >= 10 ? "%.1f×" : "%.2f×", ratio);
    }

    static String grouped(String value) {
        return value.matches("\\d{4,18}") ? String.format(Locale.ROOT, "%,d", Long.parseLong(value)) : value;
    }

    static String time(double seconds) {
        long whole = Math.max(0, Math.round(seconds));
        return whole >= 3_600
                ? String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3_600, whole / 60 % 60, whole % 60)
                : String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60);
    }
}
