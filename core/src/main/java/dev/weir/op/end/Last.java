package dev.weir.op.end;

import dev.weir.Many;
import dev.weir.op.kernel.run.End;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Terminal;
import org.jspecify.annotations.Nullable;

/** The last item, or null. */
public final class Last<T> extends End<T, @Nullable T> {
    public Last(Many<T> source) {
        super(source, Waiting.class, Waiting<T>::new);
    }

    private static final class Waiting<T> extends Terminal<T> {
        private @Nullable T last;

        Waiting(Last<T> unused, Run run) {
            super(run);
        }

        @Override
        public boolean onNext(T item) {
            undelivered(last);
            last = item;
            return true;
        }

        @Override
        public void onError(Throwable failure) {
            undelivered(last);
            super.onError(failure);
        }

        @Override
        protected @Nullable Object result() {
            return last;
        }
    }
}
