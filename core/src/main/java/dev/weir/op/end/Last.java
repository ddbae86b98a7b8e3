package dev.weir.op.end;

import dev.weir.Many;
import dev.weir.op.kernel.run.End;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Terminal;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The last item, or the only one. */
public final class Last<T> extends End<T, @Nullable T> {
    private final boolean isOnly;

    /**
     * Of a stream.
     *
     * @param isOnly whether there has to be exactly one
     */
    public Last(Many<T> source, boolean isOnly) {
        this.isOnly = isOnly;
        super(source);
    }

    @Override
    protected Class<?> terminal() {
        return Waiting.class;
    }

    @Override
    protected Terminal<T> attach(Run run) {
        return new Waiting<>(this, run);
    }

    private static final class Waiting<T> extends Terminal<T> {
        private final boolean isOnly;
        private @Nullable T last;

        Waiting(Last<T> end, Run run) {
            super(run);
            this.isOnly = end.isOnly;
        }

        @Override
        protected long demand() {
            return isOnly ? 2 : Long.MAX_VALUE;
        }

        @Override
        public boolean onNext(T item) {
            T before = last;
            last = item;
            if (before != null) {
                undelivered(before);
            }
            return before == null || !isOnly || fails();
        }

        private boolean fails() {
            undelivered(last);
            return fail(new IllegalStateException("single: the stream has more than one item"), null);
        }

        @Override
        public void onError(Throwable failure) {
            undelivered(last);
            super.onError(failure);
        }

        @Override
        protected @Nullable Object result() {
            if (isOnly && last == null) {
                throw new NoSuchElementException("single: the stream has no item");
            }
            return last;
        }
    }
}
