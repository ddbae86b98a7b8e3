package dev.weir.op.end;

import dev.weir.Many;
import dev.weir.op.kernel.run.End;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Terminal;
import org.jspecify.annotations.Nullable;

/** The first item, or null. */
public final class First<T> extends End<T, @Nullable T> {
    public First(Many<T> source) {
        super(source, NONE, Waiting.class, Waiting<T>::new);
    }

    private static final class Waiting<T> extends Terminal<T> {
        Waiting(First<T> unused, Run run) {
            super(run);
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
