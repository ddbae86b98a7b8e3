package dev.weir.op.end;

import dev.weir.Many;
import dev.weir.op.kernel.run.End;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Terminal;
import java.util.function.Predicate;

/** Whether any item satisfies a predicate, or all do: one that does, or one that does not, settles it. */
public final class Match<T> extends End<T, Boolean> {
    private final boolean sought;

    /**
     * @param sought what the predicate says of the item that settles it, and so the result then
     */
    public Match(Many<T> source, Predicate<? super T> predicate, boolean sought) {
        this.sought = sought;
        super(source, predicate, Matching.class, Matching<T>::new);
    }

    private static final class Matching<T> extends Terminal<T> {
        private final Predicate<? super T> predicate;
        private final boolean sought;

        Matching(Match<T> match, Run run) {
            super(run);
            this.predicate = match.given();
            this.sought = match.sought;
        }

        @Override
        public boolean onNext(T item) {
            try {
                return predicate.test(item) != sought || settle(sought);
            } catch (Throwable failure) {
                return fail(failure, predicate);
            }
        }

        @Override
        protected Object result() {
            return !sought;
        }
    }
}
