package dev.weir.op.kernel.run;

import dev.weir.Context;
import dev.weir.op.kernel.stage.Stage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A run inside another one, or of a stage in place of an inner stream, that others may cancel. */
public sealed class Part extends Run permits Cell {
    protected @Nullable Host host; // null: nobody can cancel it, so nothing may begin in it that can take long

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
        super(outer.context(), outer.depth());
        makeKnown(host);
    }

    public Part(Stage<?> below, Host host) {
        super(below.root().context(), below.depth() + LEVELS);
        makeKnown(host);
    }

    /** One that nobody knows as long as nothing has to be waited for. */
    public Part(Context context, int depth) {
        super(context, depth);
    }

    public final void makeKnown(Host newHost) {
        host = newHost;
        makeKnown();
    }

    @Override
    protected void ended(@Nullable Object outcome) {
        Objects.requireNonNull(host).ended(this, outcome);
    }
}
