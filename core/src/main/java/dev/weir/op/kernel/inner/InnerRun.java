package dev.weir.op.kernel.inner;

import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.stage.Stage;
import org.jspecify.annotations.Nullable;

/** The run of a One that a stage has in place of an inner stream. One that has ended at once may serve the next. */
public final class InnerRun extends Run {
    private final Host host;

    /** What a run that had to be waited for reports to. */
    public interface Host {
        /**
         * It has ended.
         *
         * @param outcome the value, or a {@link dev.weir.op.kernel.run.Failure}
         */
        void runEnded(InnerRun run, @Nullable Object outcome);
    }

    /**
     * @param below the stage that belongs to the host
     */
    public InnerRun(Host host, Stage<?> below) {
        super(below);
        this.host = host;
        makeKnown();
    }

    @Override
    protected void ended(@Nullable Object outcome) {
        host.runEnded(this, outcome);
    }
}
