package dev.weir.op.one;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Sequel;
import dev.weir.op.kernel.inner.Sequence;
import dev.weir.op.kernel.inner.Sequencing;
import dev.weir.op.kernel.race.Once;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Part;
import org.jspecify.annotations.Nullable;

/** What one subscription to {@link FlatMapMany} waits for: a run, which has begun and goes on when this is subscribed to, once. */
final class AwaitedMany<R> extends Sequence<R> {
    private final FlatMapMany<?, R> flatMapMany;
    private final Part run;
    private final @Nullable Object polled;

    AwaitedMany(FlatMapMany<?, R> flatMapMany, Part run, @Nullable Object polled) {
        this.flatMapMany = flatMapMany;
        this.run = run;
        this.polled = polled;
    }

    @Override
    protected Sequel<R> open(Root root) {
        return new Sequel<>(root, null) {
            private final Once going = new Once();

            @Override
            protected void begin(Sequencing<R> sequencing) {
                if (polled instanceof Failure) {
                    ended(sequencing, polled);
                } else {
                    run.makeKnown((same, value) -> root.guard(() -> ended(sequencing, flatMapMany.made(value, root))));
                    sequencing.isFedBy(() -> {
                        run.cancel();
                        completed(sequencing); // lets go of it
                    });
                    sequencing.start(this, Many.empty()); // and goes on behind that, when downstream can cancel it
                }
            }

            @Override
            protected void completed(Sequencing<R> sequencing) {
                if (going.first()) {
                    run.goOn(polled);
                }
            }

            @SuppressWarnings("unchecked") // the stream that the function makes
            private void ended(Sequencing<R> sequencing, @Nullable Object made) {
                if (made instanceof Failure failure) {
                    run.closeOpen(); // it may need what is closed at the end
                    sequencing.end(this, failure.into(root));
                } else if (made instanceof Many<?> stream) {
                    sequencing.startLast(this, (Many<R>) stream);
                }
            }
        };
    }
}
