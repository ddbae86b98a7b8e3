package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Holding;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The value, or any outcome, later, or elsewhere. */
public final class Delay<T extends @Nullable Object> extends Link<T, T> {
    private final BiConsumer<Holding, Run> waiting;
    private final boolean isOfAny;

    /**
     * @param waiting see {@link Holding}
     * @param isOfAny whether a failure waits, too
     */
    public Delay(One<T> source, BiConsumer<Holding, Run> waiting, boolean isOfAny) {
        super(source);
        this.waiting = waiting;
        this.isOfAny = isOfAny;
    }

    @Override
    public Object resume(@Nullable Object value, Run run, int depth) {
        return new Holding(value, waiting);
    }

    @Override
    public Object recover(Failure failure, Run run, int depth) {
        return isOfAny ? new Holding(failure, waiting) : failure;
    }
}
