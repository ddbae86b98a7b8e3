package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Site;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks for its One at each subscription. */
public final class Defer<T extends @Nullable Object> extends Step<T> {
    private final Supplier<? extends One<T>> supplier;

    public Defer(Supplier<? extends One<T>> supplier) {
        super(1);
        this.supplier = Argument.function(supplier, Defer.class);
        Site.note(supplier);
    }

    @Override
    protected Object function() {
        return supplier;
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        One<T> made;
        try {
            made = Objects.requireNonNull(supplier.get(), "defer: the supplier returned null where a One is due");
        } catch (Throwable failure) {
            return failed(failure, supplier, run);
        }
        return continueWith(made, run, depth);
    }
}
