package dev.weir.op.kernel.run;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A run inside another one that others may cancel, and what is done with its outcome. */
public final class Part extends Run {
    private final Consumer<@Nullable Object> next;

    public Part(Run outer, Consumer<@Nullable Object> next) {
        super(outer);
        this.next = next;
        makeKnown();
    }

    @Override
    protected void ended(@Nullable Object outcome) {
        next.accept(outcome);
    }
}
