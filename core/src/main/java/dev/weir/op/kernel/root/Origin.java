package dev.weir.op.kernel.root;

import dev.weir.Context;
import dev.weir.op.kernel.site.Adapted;
import org.jspecify.annotations.Nullable;

/**
 * Where a failure was made. It is written into the failure only when that leaves its pipeline, is looked at, or goes on from
 * where somebody could have recovered: one that ends in a value, or is tried again, costs next to nothing.
 *
 * @param stage null if the failure was made elsewhere, and given to the stream
 * @param function the class of what the user gave to the stage
 */
public record Origin(
        Throwable failure,
        @Nullable Class<?> stage,
        @Nullable Class<?> function,
        String pipeline) {
    public static Origin of(Throwable failure, @Nullable Class<?> stage, @Nullable Object function, Context context) {
        return new Origin(failure, stage, function == null ? null : Adapted.key(function), context.name());
    }

    /** Whether the stage is one of the user's. */
    boolean hasStage() {
        return stage != null && (function == null || !Names.isBuiltOnThis(function.getName()));
    }
}
