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

    /** Three significant digits, from ten thousand on with a k, from a million on with an M. */
    static String compact(double value) {
        if (value >= 1e6) {
            return String.format(Locale.ROOT, "%.1f M", value / 1e6);
        }
        if (value >= 1e4) {
            return String.format(Locale.ROOT, "%.1f k", value / 1e3);
        }
        int decimals = value >= 100 || value == 0 ? 0 : value >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
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
        return measurement.error() != null
                ? error(measurement.error(), measurement.score())
                : range(measurement.samples());
    }

    private static String error(double error, double score) {
        return score == 0 || error / score < 0.0005
                ? ""
                : String.format(Locale.ROOT, error / score < 0.1 ? "± %.1f %%" : "± %.0f %%", 100 * error / score);
    }

    /** From the least to the most, where they differ. */
    private static String range(List<Double> samples) {
        if (samples.isEmpty()) {
            return "";
        }
        String least = number(Collections.min(samples));
        String most = number(Collections.max(samples));
        return least.equals(most) ? "" : least + " to " + most;
    }

    static String times(double ratio) {
        return String.format(Locale.ROOT, ratio >= 100 ? "%.0f×" : ratio >= 10 ? "%.1f×" : "%.2f×", ratio);
    }

    /** What the lead may also be, where that is another number. */
    static String interval(Lead lead) {
        String least = bound(lead.least());
        String most = bound(lead.most());
        return least.equals(most) ? "" : " (" + least + " to " + most + ")";
    }

    private static String bound(double ratio) {
        return ratio == Double.MAX_VALUE ? "∞" : times(ratio).replace("×", "");
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
