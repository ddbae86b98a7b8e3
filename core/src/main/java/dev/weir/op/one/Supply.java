package dev.weir.op.one;

import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Site;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a supplier returns. */
public final class Supply<T extends @Nullable Object> extends Step<T> {
    private final Supplier<? extends T> supplier;

    public Supply(Supplier<? extends T> supplier) {
        this.supplier = Site.note(Argument.function(supplier, Supply.class));
    }

    @Override
    protected Object function() {
        return supplier;
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        try {
            return supplier.get();
        } catch (Throwable failure) {
            return failed(failure, supplier, run);
        }
    }
}
