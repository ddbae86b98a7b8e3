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
        return new Repeating<>(this, root);
    }

    private static final class Repeating<T> extends Sequel<T> {
        private final RepeatWith<T> description;
        private long repeated;

        Repeating(RepeatWith<T> description, Root root) {
            super(root);
            this.description = description;
        }

        @Override
        protected void begin(Sequencing<T> sequencing) {
            sequencing.start(this, description.source());
        }

        @Override
        protected void completed(Sequencing<T> sequencing) {
            Repeat repeat = description.repeat;
            if (repeated >= repeat.times()) {
                sequencing.complete(this);
                return;
            }
            repeated++;
            Runnable again = () -> sequencing.onDemand(() -> begin(sequencing), () -> {});
            if (repeat.pause().isZero()) {
                again.run();
            } else {
                later(sequencing, repeat.pause(), again);
            }
        }
    }
}
