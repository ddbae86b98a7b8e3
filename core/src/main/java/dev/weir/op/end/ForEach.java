package dev.weir.op.end;

import dev.weir.Many;
import dev.weir.op.kernel.End;
import dev.weir.op.kernel.Pending;
import dev.weir.op.kernel.Terminal;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An action for each item, and word when all are done. */
public final class ForEach<T> extends End<T, @Nullable Void> {
    private final Consumer<? super T> action;

    public ForEach(Many<T> source, Consumer<? super T> action) {
        super(source, action);
        this.action = action;
    }

    @Override
    protected Terminal<T> attach(Pending pending) {
        return new Acting<>(this, pending);
    }

    private static final class Acting<T> extends Terminal<T> {
        private final Consumer<? super T> action;

        Acting(ForEach<T> forEach, Pending pending) {
            super(pending);
            this.action = forEach.action;
        }

        @Override
        public boolean onNext(T item) {
            try {
                action.accept(item);
                return true;
            } catch (Throwable failure) {
                return fail(failure);
            }
        }
    }
}
