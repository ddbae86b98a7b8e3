package dev.weir.op.combine;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Inner;
import dev.weir.op.kernel.inner.InnerHost;
import dev.weir.op.kernel.race.Latest;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Exclusive;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Each item with the newest of another stream, or each until that emits. */
public final class WithLatestFrom<T, U, R> extends Operator<T, R> {
    private final Source<U> other;
    private final boolean ends;

    /**
     * @param ends see {@link #until}
     */
    public WithLatestFrom(
            Many<T> source, Many<U> other, boolean ends, BiFunction<? super T, ? super U, ? extends R> combiner) {
        this.other = of(Argument.given(other, "the other stream"));
        this.ends = ends;
        super(source, combiner, Combining.class, Combining<T, U, R>::new);
    }

    /** The items until the other stream emits or completes. */
    public static <T, U> Many<T> until(Many<T> source, Many<U> other) {
        return new WithLatestFrom<>(source, other, true, (item, none) -> item);
    }

    private static final class Combining<T, U, R> extends Exclusive<T, R> implements InnerHost<U> {
        /*
         * Each signal of upstream takes the turn; the other stream ends this one only between two of them: see
         * ExclusiveEnd.
         */
        private final BiFunction<? super T, ? super @Nullable U, ? extends R> combiner;
        private final WithLatestFrom<T, U, R> description;
        private final Inner<U> other = new Inner<>(this, this, Integer.MAX_VALUE, 0);
        private final Latest<U> news = new Latest<>();
        private @Nullable U current;
        private boolean any; // of the other stream
        private final Latest<Throwable> failure = new Latest<>(); // of that, before it ends this

        Combining(WithLatestFrom<T, U, R> description, Stage<? super R> downstream, Root root) {
            super(downstream, root);
            this.combiner = description.function();
            this.description = description;
        }

        @Override
        protected void begin() {
            super.begin();
            Source.connect(description.other, other);
        }

        @Override
        public boolean onNext(T item) {
            if (!turn.enter()) {
                undelivered(item);
                return true;
            }
            U fresh = news.take();
            current = fresh == null ? current : fresh;
            boolean accepted = false;
            if (current == null && !description.ends) {
                undelivered(item);
            } else {
                R combined;
                try {
                    combined = due(combiner.apply(item, current), "withLatestFrom");
                } catch (Throwable thrown) {
                    return fail(thrown, combiner);
                }
                accepted = downstream.onNext(combined);
            }
            if (turn.leave()) {
                over();
            }
            return accepted;
        }

        @Override
        public boolean innerNext(Inner<U> inner, U item) {
            any = true;
            undelivered(description.ends ? item : news.put(item));
            if (description.ends) {
                over();
            }
            return true;
        }

        @Override
        public void innerError(Inner<U> inner, Throwable newFailure) {
            drop(failure.put(newFailure));
            over();
        }

        /** What the other stream has brought stays the newest. */
        @Override
        public void innerComplete(Inner<U> inner) {
            if (description.ends || !any) {
                over();
            }
        }

        /** Ends this between two signals of upstream: now, or when the one that is handled has been. */
        private void over() {
            for (long number = turn.number(); number >= 0; number = turn.number()) {
                if (turn.endAt(number)) {
                    Throwable last = failure.take();
                    cancelUpstream();
                    stop();
                    downstream.onEnd(last);
                    return;
                }
                if (turn.ask()) {
                    return;
                }
            }
        }

        private void drop(@Nullable Throwable late) {
            if (late != null) {
                Dropped.report(late, context());
            }
        }

        @Override
        protected void stop() {
            other.cancel();
            undelivered(news.close());
            drop(failure.close());
        }
    }
}
