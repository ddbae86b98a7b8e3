package dev.weir.op.end;

import dev.weir.Many;
import dev.weir.op.kernel.race.Latest;
import dev.weir.op.kernel.run.End;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Terminal;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The only item. */
public final class Single<T> extends End<T, T> {
    public Single(Many<T> source) {
        super(source, NONE, Waiting.class, Waiting<T>::new);
    }

    private static final class Waiting<T> extends Terminal<T> {
        private final Latest<T> only = new Latest<>();
        private boolean any;

        Waiting(Single<T> unused, Run run) {
            super(run);
        }

        @Override
        protected long demand() {
            return 2;
        }

        @Override
        public boolean onNext(T item) {
            if (any) {
                forget();
                undelivered(item);
                return fail(new IllegalStateException("single: the stream has more than one item"), null);
            }
            any = true;
            undelivered(only.put(item));
            return true;
        }

        @Override
        protected void forget() {
            undelivered(only.close());
        }

        @Override
        protected @Nullable Object result() {
            if (!any) {
                throw new NoSuchElementException("single: there is no item");
            }
            return only.close();
        }
    }
}
