package dev.weir.op.one;

import dev.weir.Cancellable;
import dev.weir.One;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Part;
import dev.weir.op.kernel.run.Pending;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Site;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Goes on with a resource that it opens and closes. */
public final class Using<T extends @Nullable Object, R> extends Step<T> {
    private final One<R> open;
    private final Function<? super R, ? extends One<? extends T>> use;
    private final Function<? super R, ? extends One<?>> close;

    public Using(
            One<R> open,
            Function<? super R, ? extends One<? extends T>> use,
            Function<? super R, ? extends One<?>> close) {
        this.open = Argument.given(open, "using: what opens it");
        this.use = Site.note(Argument.given(use, "using: what uses it"));
        this.close = Site.note(Argument.given(close, "using: what closes it"));
    }

    @Override
    public Object poll(Run run, int depth) {
        return new Session();
    }

    /**
     * Opens, uses and closes, one after the other. After a cancellation the opening goes on, since nobody knows whether
     * there is something to close already; what it gives is closed aside, and so is a resource in use. While it is being
     * closed, there is nothing to cancel.
     */
    private final class Session extends Pending {
        private final Slot running = new Slot();

        @Override
        protected void start(Run starting) {
            onCancel(running);
            new Part(starting, (_, outcome) -> opened(outcome)).start(open);
        }

        @SuppressWarnings("unchecked") // what is opened is a resource
        private void opened(@Nullable Object outcome) {
            Object opened =
                    outcome == null ? failed(new NullPointerException("using: open gave null"), null, run()) : outcome;
            if (opened instanceof Failure) {
                accept(opened);
                return;
            }
            R resource = (R) opened;
            Part phase = new Part(run(), (used, value) -> close(used, resource, value));
            Cancellable leaving = () -> {
                if (phase.stop()) { // nobody waits for it any more: it is closed aside
                    Runnable closing = () -> Argument.due(close.apply(resource), "using: close", "a One")
                            .withContext(_ -> context())
                            .subscribe(_ -> {}, failure -> Dropped.report(failure, context()));
                    Dropped.reportThrown(closing, context());
                }
            };
            if (running.put(leaving)) {
                start(phase, use, resource, "using: use");
            }
        }

        private void start(Part phase, Function<? super R, ? extends One<?>> function, R resource, String what) {
            One<?> made;
            try {
                made = Argument.due(function.apply(resource), what, "a One");
            } catch (Throwable failure) {
                phase.goOn(failed(failure, function, run()));
                return;
            }
            phase.start(made);
        }

        private void close(Part used, R resource, @Nullable Object outcome) {
            used.closeOpen(); // it may need the resource
            start(new Part(run(), (_, closed) -> accept(both(outcome, closed))), close, resource, "using: close");
        }

        private @Nullable Object both(@Nullable Object outcome, @Nullable Object closed) {
            if (closed instanceof Failure second && outcome instanceof Failure first) {
                Failures.attach(first.error(), second.noted(), context());
            } else if (closed instanceof Failure) {
                discard(outcome);
            }
            return closed instanceof Failure && !(outcome instanceof Failure) ? closed : outcome;
        }
    }
}
