package dev.weir.testkit;

import dev.weir.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a subscriber has got. */
record Outcome(
        List<?> items, @Nullable Ending ending, @Nullable Throwable failure) {
    static Outcome of(Probe<?> probe) {
        return new Outcome(probe.items(), probe.ending(), probe.failure());
    }

    boolean sameItems(Outcome other, boolean ordered) {
        return items.size() == other.items.size() && isPartOf(other, ordered);
    }

    /** Whether these are the other's first items or, if the order does not count, some of them. */
    boolean isPartOf(Outcome other, boolean ordered) {
        if (ordered) {
            return items.size() <= other.items.size() && items.equals(other.items.subList(0, items.size()));
        }
        List<Object> rest = new ArrayList<>(other.items);
        return items.stream().allMatch(rest::remove);
    }

    boolean sameEnd(Outcome other) {
        return ending == other.ending && Objects.equals(type(failure), type(other.failure));
    }

    private static @Nullable Class<?> type(@Nullable Throwable failure) {
        return failure == null ? null : failure.getClass();
    }

    @Override
    public String toString() {
        String shown = items.size() <= 20
                ? items.toString()
                : items.size()
                        + " items, "
                        + items.subList(0, 8)
                        + " … "
                        + items.subList(items.size() - 8, items.size());
        return shown + ", then " + end();
    }

    private String end() {
        return ending == null ? "no end" : ending == Ending.COMPLETED ? "completion" : String.valueOf(failure);
    }
}
