package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.Repeat;
import dev.weir.op.kernel.inner.Sequel;
import dev.weir.op.kernel.inner.Sequence;
import dev.weir.op.kernel.inner.Sequencing;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;

/** The same stream again after it has completed. */
public final class RepeatWith<T> extends Sequence<T> {
    private final Repeat repeat;

    public RepeatWith(Many<T> source, Repeat repeat) {
        super(source, null);
        this.repeat = Argument.given(repeat, "repeat: how to");
    }

    @Override
    protected Sequel<T> open(Root root) {
        return new Sequel<T>(root, source()) {
            private long repeated;

            @Override
            protected void completed(Sequencing<T> sequencing) {
                if (repeated++ < repeat.times()) {
                    later(sequencing, repeat.pause(), () -> beginAgain(sequencing));
                } else {
                    sequencing.end(this, null);
                }
            }
        };
    }
}
