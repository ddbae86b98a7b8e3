package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Names;
import dev.weir.op.kernel.run.Behind;
import dev.weir.op.kernel.run.Part;
import dev.weir.op.kernel.run.Pending;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Started;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A failure when it takes too long. */
public final class Timeout<T extends @Nullable Object> extends Behind<T, T> {
    private final Duration limit;

    public Timeout(One<T> source, Duration limit) {
        super(source, 1);
        this.limit = Argument.positive(limit, "the limit of a timeout");
    }

    @Override
    public Object poll(Run run, int depth) {
        return new Started(this::begin, _ -> {});
    }

    /**
     * The run, the timer and a cancellation race: the timer fails this only if it could cancel the run, whose end
     * comes only if nobody did.
     */
    private void begin(Pending pending, Run outer) {
        Slot timer = new Slot();
        Part run = new Part(outer, (ended, outcome) -> {
            timer.cancel();
            pending.accept(outcome, ended.movedOpen());
        });
        pending.onCancel(() -> {
            timer.cancel();
            run.cancel();
        });
        timer.put(pending.context().clock().schedule(() -> late(pending, run), limit));
        run.start(source);
    }

    private void late(Pending pending, Part run) {
        if (run.stop()) {
            String message = "timeout: the One did not end within " + Names.of(limit)
                    + Failures.inPipeline(pipeline(run.context(), source));
            pending.accept(failed(new TimeoutException(message), null, run));
        }
    }
}
