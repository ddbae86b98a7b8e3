package dev.weir.op.kernel.run;

import dev.weir.op.kernel.stage.Stage;
import org.jspecify.annotations.Nullable;

/** A run inside another one, or of a stage in place of an inner stream, that others may cancel. */
public sealed class Part extends Run permits Cell {
    private final Host host;

    /** What it reports to. */
    public interface Host {
        /**
         * It has ended.
         *
         * @param outcome the value, or a {@link Failure}
         */
        void ended(Part part, @Nullable Object outcome);
    }

    public Part(Run outer, Host host) {
        super(outer);
        this.host = host;
        makeKnown();
    }

    public Part(Stage<?> below, Host host) {
        super(below, below.root());
        this.host = host;
        makeKnown();
    }

    @Override
    protected void ended(@Nullable Object outcome) {
        host.ended(this, outcome);
    }
}
