package dev.weir.op.one;

import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Site;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A failure, made for each subscription. */
public final class Fail<T extends @Nullable Object> extends Step<T> {
    private final Supplier<? extends Throwable> supplier;

    public Fail(Supplier<? extends Throwable> supplier) {
        this.supplier = Site.note(Argument.function(supplier, Fail.class));
    }

    @Override
    public Object poll(Run run, int depth) {
        return failed(Failures.supplied(supplier), supplier, run);
    }
}
