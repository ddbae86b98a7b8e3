package dev.weir.op.kernel;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Run;

/** A run under stress, whose outcome nobody but the test waits for: tells all that came. */
public final class Outcomes extends Run {
    private volatile String story = "";
    private volatile int values;

    public Outcomes() {
        this(Context.empty());
    }

    public Outcomes(Context context) {
        super(context, 0);
    }

    /** Of a One that has been started. */
    public static Outcomes of(One<?> one) {
        return of(one, Context.empty());
    }

    public static Outcomes of(One<?> one, Context context) {
        Outcomes outcomes = new Outcomes(context);
        outcomes.start(one);
        return outcomes;
    }

    @Override
    protected void ended(Object outcome) {
        if (outcome instanceof Failure failure) {
            story += failure.error().getClass().getSimpleName();
        } else {
            story += outcome;
            values++;
        }
    }

    public String story() {
        return story.isEmpty() ? "nothing" : story;
    }

    /** How many values have come. */
    public int values() {
        return values;
    }
}
