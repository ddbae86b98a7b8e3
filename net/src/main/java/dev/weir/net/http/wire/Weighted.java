package dev.weir.net.http.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * One of the things that a client accepts (RFC 9110 section 12.4.2).
 *
 * @param name in lower case, without parameters
 * @param weight 0 to 1
 */
public record Weighted(String name, double weight) {
    private static final Pattern WEIGHT = // Java's own client leaves out the zero
            Pattern.compile("0(\\.[0-9]{0,3})?|\\.[0-9]{1,3}|1(\\.0{0,3})?");
    private static final int MOST = 64;

    /**
     * What the fields list, at most the first 64; a malformed weight counts as none. What has parameters comes last, as it is for
     * something narrower (RFC 9110 section 12.5.1): another one of that name is looked at before.
     */
    public static List<Weighted> parse(List<String> fields) {
        List<Weighted> all = new ArrayList<>();
        List<Weighted> narrower = new ArrayList<>();
        for (String field : fields) {
            for (String item : Quoted.split(field, ',', MOST + 1)) {
                if (!item.isBlank() && all.size() + narrower.size() < MOST) {
                    add(item, all, narrower);
                }
            }
        }
        all.addAll(narrower);
        return List.copyOf(all);
    }

    private static void add(String item, List<Weighted> all, List<Weighted> narrower) {
        List<String> parts = Quoted.split(item, ';', Integer.MAX_VALUE);
        double weight = 1;
        boolean narrow = false;
        for (int i = 1; i < parts.size(); i++) {
            String parameter = parts.get(i).strip().toLowerCase(Locale.ROOT);
            if (parameter.startsWith("q=")) {
                weight = weight(parameter.substring(2));
            } else {
                narrow |= !parameter.isEmpty();
            }
        }
        Weighted one = new Weighted(parts.getFirst().strip().toLowerCase(Locale.ROOT), weight);
        (narrow ? narrower : all).add(one);
    }

    private static double weight(String text) {
        boolean wellFormed = WEIGHT.matcher(text).matches();
        return wellFormed ? Double.parseDouble(text) : 0;
    }

    /** The weight of that very name; 0 if it is not listed. */
    public static double exactly(List<Weighted> accepted, String name) {
        return accepted.stream()
                .filter(one -> one.name().equals(name))
                .mapToDouble(Weighted::weight)
                .findFirst()
                .orElse(0);
    }

    /** The weight of the name, or of {@code *} if it is not listed; 0 if neither is. */
    public static double of(List<Weighted> accepted, String name) {
        boolean listed = accepted.stream().anyMatch(one -> one.name().equals(name));
        return exactly(accepted, listed ? name : "*");
    }
}
