package dev.weir.op.end;

import dev.weir.Many;
import dev.weir.op.kernel.run.End;
import dev.weir.op.kernel.run.Run;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The only item. */
public final class Single<T> extends End<T, T> {
    public Single(Many<T> source) {
        super(source, Checking.class, Checking<T>::new);
    }

    private static final class Checking<T> extends Last.Waiting<T> {
        private boolean any;

        Checking(Single<T> unused, Run run) {
            super(unused, run);
        }

        @Override
        protected long demand() {
            return 2;
        }

        @Override
        public boolean onNext(T item) {
            if (any) {
                undelivered(item);
                forget();
                return fail(new IllegalStateException("single: the stream has more than one item"), null);
            }
            any = true;
            return super.onNext(item);
        }

        @Override
        protected @Nullable Object result() {
            if (!any) {
                throw new NoSuchElementException("single: there is no item");
            }
            return super.result();
        }
    }
}
