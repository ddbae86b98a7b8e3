package dev.weir.op.end;

import dev.weir.Many;
import dev.weir.op.kernel.race.Latest;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.run.End;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Terminal;
import org.jspecify.annotations.Nullable;

/** The last item, or null. */
public final class Last<T> extends End<T, @Nullable T> {
    public Last(Many<T> source) {
        super(source, NONE, Waiting.class, Waiting<T>::new);
    }

    private static final class Waiting<T> extends Terminal<T> {
        private final @Nullable Latest<T> watched; // where somebody wants to know of what is not delivered
        private @Nullable T last;

        Waiting(Last<T> unused, Run run) {
            super(run);
            this.watched = Undelivered.isAwaited(run.context()) ? new Latest<>() : null;
        }

        @Override
        public boolean onNext(T item) {
            if (watched == null) {
                last = item;
            } else {
                undelivered(watched.put(item));
            }
            return true;
        }

        @Override
        protected void forget() {
            undelivered(result());
        }

        @Override
        protected @Nullable Object result() {
            return watched == null ? last : watched.close();
        }
    }
}
