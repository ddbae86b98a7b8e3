package dev.weir.op.one;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Sequel;
import dev.weir.op.kernel.inner.Sequence;
import dev.weir.op.kernel.inner.Sequencing;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Part;
import org.jspecify.annotations.Nullable;

/** What one subscription to {@link FlatMapMany} waits for: a run, which has begun and goes on when this is subscribed to, once. */
final class AwaitedMany<R> extends Sequence<R> {
    private final FlatMapMany<?, R> description;
    private final Part run;
    private final @Nullable Object polled;

    AwaitedMany(FlatMapMany<?, R> description, Part run, @Nullable Object polled) {
        this.description = description;
        this.run = run;
        this.polled = polled;
    }

    @Override
    protected Sequel<R> open(Root root) {
        return new Sequel<>(root) {
            @Override
            @SuppressWarnings("unchecked") // the stream that the function makes
            protected void begin(Sequencing<R> sequencing) {
                run.makeKnown((same, outcome) -> root.guard(() -> {
                    Object made = description.made(outcome, root);
                    if (made instanceof Many<?> stream) {
                        sequencing.startLast(this, (Many<R>) stream);
                    } else if (made instanceof Failure failure) {
                        run.closeOpen(); // it may need what is closed at the end
                        sequencing.fail(this, failure.into(root));
                        Failures.throwIfFatal(failure.error());
                    }
                }));
                sequencing.isFedBy(run); // which lets go of it if all is cancelled
                run.goOn(polled);
            }
        };
    }
}
