package dev.weir.op.combine;

import dev.weir.Many;
import dev.weir.op.kernel.Handover;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.Upstream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Streams, one after the other. */
public final class Concat<T> extends Source<T> {
    private final Many<? extends T>[] sources;

    public Concat(Many<? extends T>[] sources) {
        this.sources = sources.clone();
        for (Many<? extends T> source : this.sources) {
            Objects.requireNonNull(source, "concat: a stream is null");
        }
    }

    @Override
    protected void start(Stage<? super T> stage) {
        Concatenating<T> concatenating = new Concatenating<>(this, stage);
        concatenating.onSubscribe(Upstream.NONE);
        concatenating.onComplete(); // as if a stream before the first had ended
    }

    private static final class Concatenating<T> extends Handover<T, T> {
        /*
         * A concatenation inside this one is not subscribed to: its streams take its place in the list of those
         * to come, which is a stack on the heap. A list is dropped when its last stream is taken from it, so
         * endless recursion in last place takes no more room than its first step.
         */
        private final ArrayDeque<Iterator<Many<? extends T>>> rests = new ArrayDeque<>();

        Concatenating(Concat<T> concat, Stage<? super T> downstream) {
            super(downstream);
            rests.push(Arrays.asList(concat.sources).iterator());
        }

        @Override
        protected void startNext() {
            Many<? extends T> next;
            try {
                next = next();
            } catch (Throwable failure) {
                failAll(failure);
                return;
            }
            if (next == null) {
                downstream.onComplete();
            } else {
                connect(next, this);
            }
        }

        @SuppressWarnings("unchecked") // the inner concatenation's streams have its item type
        private @Nullable Many<? extends T> next() {
            for (Iterator<Many<? extends T>> rest = rests.peek(); rest != null; rest = rests.peek()) {
                Source<? extends T> source = rest.hasNext() ? resolved(rest.next()) : null;
                if (!rest.hasNext()) {
                    rests.remove(rest);
                }
                if (source instanceof Concat<?> inner) {
                    rests.push(
                            Arrays.asList((Many<? extends T>[]) inner.sources).iterator());
                } else if (source != null) {
                    return source;
                }
            }
            return null;
        }

        @Override
        public boolean onNext(T item) {
            return count(downstream.onNext(item));
        }

        @Override
        public void onComplete() {
            startSerially();
        }
    }
}
