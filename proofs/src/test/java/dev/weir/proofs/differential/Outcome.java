package dev.weir.proofs.differential;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a subscriber saw.
 *
 * @param failure the message of the failure; null if the stream completed
 */
record Outcome(List<Integer> items, @Nullable String failure) {
    Outcome {
        items = List.copyOf(items);
    }

    /** The outcome as far as the order between inner streams plays no part in it. */
    Outcome inAnyOrder() {
        return failure == null
                ? new Outcome(items.stream().sorted().toList(), null)
                : new Outcome(List.of(), "one of those that may come first");
    }
}
