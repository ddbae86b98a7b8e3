package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.Repeat;
import dev.weir.op.kernel.inner.Sequel;
import dev.weir.op.kernel.inner.Sequence;
import dev.weir.op.kernel.inner.Sequencing;
import dev.weir.op.kernel.race.Once;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Upstream;

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
            if (repeat.pause().isZero() && sequencing.hasRoom(1)) {
                begin(sequencing);
                return;
            }
            Again again = new Again(() -> begin(sequencing));
            if (repeat.pause().isZero()) {
                sequencing.ask(again);
            } else {
                later(sequencing, repeat.pause(), () -> sequencing.ask(again));
            }
        }
    }

    /** Begins when it is asked. */
    private record Again(Runnable beginning, Once begun) implements Upstream {
        Again(Runnable beginning) {
            this(beginning, new Once());
        }

        @Override
        public void request(long n) {
            if (begun.first()) {
                beginning.run();
            }
        }

        @Override
        public void cancel() {
            begun.first();
        }
    }
}
