package dev.weir.op.combine;

import dev.weir.Many;
import dev.weir.op.kernel.Handover;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.Upstream;
import java.util.ArrayDeque;
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
        stage.onSubscribe(concatenating);
        concatenating.startFirst();
    }

    private static final class Concatenating<T> extends Handover<T, T> {
        /*
         * A concatenation inside this one is not subscribed to: its streams take its place in the list of those
         * to come, which is a stack on the heap. A list is dropped when its last stream is taken from it, so
         * endless recursion in last place takes no more room than its first step.
         */
        private final ArrayDeque<Rest<T>> rests = new ArrayDeque<>();

        Concatenating(Concat<T> concat, Stage<? super T> downstream) {
            super(downstream);
            rests.push(new Rest<>(concat.sources));
        }

        void startFirst() {
            startSerially();
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
            for (Rest<T> rest = rests.peek(); rest != null; rest = rests.peek()) {
                Source<? extends T> source = rest.isEmpty() ? null : resolved(rest.take());
                if (rest.isEmpty()) {
                    rests.remove(rest);
                }
                if (source instanceof Concat<?> inner) {
                    rests.push(new Rest<>((Many<? extends T>[]) inner.sources));
                } else if (source != null) {
                    return source;
                }
            }
            return null;
        }

        @Override
        public void onSubscribe(Upstream newUpstream) {
            handTo(newUpstream);
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

    /** The streams of one concatenation that have not been taken yet. */
    private static final class Rest<T> {
        private final Many<? extends T>[] sources;
        private int next;

        Rest(Many<? extends T>[] sources) {
            this.sources = sources;
        }

        boolean isEmpty() {
            return next == sources.length;
        }

        Many<? extends T> take() {
            return sources[next++];
        }
    }
}
