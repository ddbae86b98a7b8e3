package dev.weir.op.end;

import dev.weir.Many;
import dev.weir.op.kernel.End;
import dev.weir.op.kernel.Pending;
import dev.weir.op.kernel.Terminal;
import org.jspecify.annotations.Nullable;

/** The first item, or null. */
public final class First<T> extends End<T, @Nullable T> {
    public First(Many<T> source) {
        super(source);
    }

    @Override
    protected Terminal<T> attach(Pending pending) {
        return new Waiting<>(this, pending);
    }

    private static final class Waiting<T> extends Terminal<T> {
        Waiting(First<T> unused, Pending pending) {
            super(pending);
        }

        @Override
        protected long demand() {
            return 1;
        }

        @Override
        public boolean onNext(T item) {
            return finish(item);
        }
    }
}
