package dev.weir.op.kernel;

/** An upstream that counts what it is asked for. */
final class Feed implements Upstream {
    long requested;
    boolean cancelled;

    @Override
    public void request(long n) {
        requested = Requested.sum(requested, n);
    }

    @Override
    public void cancel() {
        cancelled = true;
    }
}
