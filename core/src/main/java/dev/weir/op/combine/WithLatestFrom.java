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
    private final Use use;

    /** What the other stream is for. */
    public enum Use {
        LATEST,
        UNTIL,
        SINCE
    }

    public WithLatestFrom(Many<T> source, Many<U> other, Use use, BiFunction<? super T, ? super U, ? extends R> both) {
        this.other = of(Argument.given(other, "the other stream"));
        this.use = use;
        super(source, both, Combining.class, Combining<T, U, R>::new);
    }

    /** The items until, or since, the other stream emitted or completed. */
    public static <T, U> Many<T> only(Use use, Many<T> source, Many<U> other) {
        Many<U> first = Argument.given(other, "the other stream").take(1);
        return new WithLatestFrom<>(source, first, use, (item, none) -> item);
    }

    private static final class Combining<T, U, R> extends Exclusive<T, R> implements InnerHost<U> {
        /*
         * Each signal of upstream takes the turn; the other stream ends this one only between two of them: see
         * ExclusiveEnd. Once the other has completed, and did not end this, nobody is left to take turns with.
         */
        private final BiFunction<? super T, ? super @Nullable U, ? extends R> combiner;
        private final Source<U> connected;
        private final Use use;
        private final Inner<U> other = new Inner<>(this, this, Integer.MAX_VALUE, 0);
        private final Latest<U> news = new Latest<>();
        private @Nullable U current;
        private volatile boolean any; // of the other stream
        private final Latest<Throwable> failure = new Latest<>(); // of that, before it ends this

        Combining(WithLatestFrom<T, U, R> description, Stage<? super R> downstream, Root root) {
            super(downstream, root);
            this.combiner = description.function();
            this.connected = description.other;
            this.use = description.use;
        }

        @Override
        public void begin() {
            super.begin();
            Source.connect(connected, other);
        }

        @Override
        public boolean onNext(T item) {
            boolean alone = use != Use.UNTIL && any && other.isComplete(); // nobody else ends this
            if (!alone && !turn.enter()) {
                undelivered(item);
                return true;
            }
            U fresh = news.take();
            current = fresh == null ? current : fresh;
            boolean accepted = false;
            if (use == Use.LATEST ? current == null : use == Use.SINCE && !any) {
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
            if (!alone && turn.leave()) {
                over();
            }
            return accepted;
        }

        @Override
        public boolean innerNext(Inner<U> inner, U item) {
            any = true;
            undelivered(use == Use.LATEST ? news.put(item) : item);
            if (use == Use.UNTIL) {
                over();
            }
            return true;
        }

        @Override
        public void innerError(Inner<U> inner, Throwable newFailure) {
            Dropped.report(failure.put(newFailure), context());
            over();
        }

        /** What the other stream has brought stays the newest. */
        @Override
        public void innerComplete(Inner<U> inner) {
            if (use == Use.UNTIL || (use == Use.LATEST && !any)) {
                over();
            }
            any = true; // behind the end: who sees both is alone
        }

        /** Ends this between two signals of upstream: now, or when the one that is handled has been. */
        private void over() {
            long number = turn.number();
            if (number >= 0 && turn.endAt(number)) {
                Throwable last = failure.take();
                release();
                downstream.onEnd(last);
            } else if (number >= 0 && !turn.ask()) {
                over(); // as the signal has just been handled
            }
        }

        @Override
        protected void stop() {
            other.cancel();
            undelivered(news.close());
            Dropped.report(failure.close(), context());
        }
    }
}
