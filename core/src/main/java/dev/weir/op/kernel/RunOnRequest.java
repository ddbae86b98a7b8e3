package dev.weir.op.kernel;

import dev.weir.One;

/** Asks a {@link One} for the items of a stream: the first request begins its run, a cancellation cancels it. */
public final class RunOnRequest extends Once implements Upstream {
    private final One<?> source;
    private final Run run;

    public RunOnRequest(One<?> source, Run run) {
        this.source = source;
        this.run = run;
    }

    @Override
    public void request(long n) {
        if (first()) {
            run.begin(source);
        }
    }

    @Override
    public void cancel() {
        run.cancel();
    }
}
