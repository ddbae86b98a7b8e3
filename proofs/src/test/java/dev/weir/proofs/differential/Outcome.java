package dev.weir.proofs.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a subscriber saw.
 *
 * @param end how the stream ended
 * @param failure the message of the failure, or what went wrong; null if there is none
 */
record Outcome(List<Integer> items, End end, @Nullable String failure) {
    /** The end of a stream. */
    enum End {
        COMPLETED,
        FAILED,
        CANCELLED,
        WRONG // as no stream may
    }

    private static final Pattern PLANNED = Pattern.compile("(mapped )*(source|map -?\\d+|not one)");
    private static final String ANY = "one of those that may come first";

    Outcome {
        items = List.copyOf(items);
    }

    /** The outcome as far as the order between inner streams plays no part in it. */
    Outcome inAnyOrder() {
        return switch (end) {
            case COMPLETED -> new Outcome(items.stream().sorted().toList(), end, null);
            case FAILED -> new Outcome(List.of(), end, isPlanned() ? ANY : failure);
            case CANCELLED, WRONG -> this;
        };
    }

    private boolean isPlanned() {
        return failure != null && PLANNED.matcher(failure).matches();
    }

    /** Whether one who leaves after so many items, or a few more, may see this of a stream that has that outcome else. */
    boolean isCutFrom(Outcome whole, int most) {
        return end == End.CANCELLED ? items.size() >= most && isBeginning(whole.items) : equals(whole);
    }

    /** As {@link #isCutFrom} if the items may come in any order; where that fails, how many come before is open. */
    boolean isCutInAnyOrderFrom(Outcome whole, int most) {
        if (end != End.CANCELLED) {
            return inAnyOrder().equals(whole.inAnyOrder());
        }
        List<Integer> left = new ArrayList<>(whole.items);
        return items.size() >= most
                && (whole.end == End.FAILED || items.stream().allMatch(left::remove));
    }

    private boolean isBeginning(List<Integer> all) {
        return items.size() <= all.size() && items.equals(all.subList(0, items.size()));
    }

    @Override
    public String toString() {
        return items + " " + end + (failure == null ? "" : ": " + failure);
    }
}
