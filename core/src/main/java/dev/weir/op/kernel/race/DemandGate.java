package dev.weir.op.kernel.race;

/** Holds a thread back until there is demand for its next item. */
public class DemandGate extends Requested {
    private final Parking parking = new Parking();
    private volatile boolean closed;

    /** Waits until more than {@code emitted} items were requested; false if the gate is closed. */
    public final boolean await(long emitted) throws InterruptedException {
        if (get() <= emitted && !closed) {
            parking.await(() -> get() > emitted || closed);
        }
        return !closed;
    }

    /** Lets {@code n} more items through. */
    public final void open(long n) {
        add(n);
        parking.wake();
    }

    /** Lets nothing through any more. */
    public final void cancel() {
        closed = true;
        parking.wake();
    }

    public final boolean isClosed() {
        return closed;
    }
}
