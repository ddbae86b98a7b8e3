package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An action for the value. */
public final class DoOnValue<T extends @Nullable Object> extends Link<T, T> {
    private final Consumer<? super T> action;

    public DoOnValue(One<T> source, Consumer<? super T> action) {
        super(source, action);
        this.action = action;
    }

    @Override
    @SuppressWarnings("unchecked") // the source's value
    public @Nullable Object resume(@Nullable Object value, Run run, int depth) {
        try {
            action.accept((T) value);
        } catch (Throwable failure) {
            return failed(failure, action, run);
        }
        return value;
    }
}
