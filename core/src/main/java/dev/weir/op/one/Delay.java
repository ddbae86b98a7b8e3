package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.run.Holding;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The value, some time later. */
public final class Delay<T extends @Nullable Object> extends Link<T, T> {
    private final BiConsumer<Holding, Run> waiting;

    /**
     * @param waiting see {@link Holding}
     */
    public Delay(One<T> source, BiConsumer<Holding, Run> waiting) {
        super(source);
        this.waiting = waiting;
    }

    @Override
    public Object resume(@Nullable Object value, Run run, int depth) {
        return new Holding(value, waiting);
    }
}
