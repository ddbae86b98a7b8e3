package dev.weir.op.combine;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Sequel;
import dev.weir.op.kernel.inner.Sequence;
import dev.weir.op.kernel.inner.Sequencing;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;

/** Streams, one after the other. */
public final class Concat<T> extends Sequence<T> {
    private final Many<? extends T>[] sources;
    private final boolean isFew;

    /** The streams of an array, which is copied. */
    public Concat(Many<? extends T>[] sources) {
        this.sources = Argument.given(sources, "concat: the streams").clone();
        this.isFew = haveFew(this.sources, "concat: a stream");
    }

    @Override
    protected boolean isFew() {
        return isFew;
    }

    @Override
    protected Sequel<T> open(Root root) {
        return new Sequel<>(root, null) {
            private int next;

            @Override
            protected void begin(Sequencing<T> sequencing) {
                if (next < sources.length - 1) {
                    sequencing.start(this, sources[next++]);
                } else {
                    sequencing.startLast(this, sources.length == 0 ? Many.empty() : sources[next]);
                }
            }

            @Override
            protected void completed(Sequencing<T> sequencing) {
                begin(sequencing);
            }
        };
    }
}
