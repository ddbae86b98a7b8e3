package dev.weir.lab.carried;

import dev.weir.One;
import java.util.concurrent.Executor;

/** Gives the thread a value, and fails unless that arrives on another one: what is measured is that, then. */
public final class Arrival implements Runnable {
    private static final Executor ELSEWHERE = task -> Thread.ofPlatform().start(task);

    /** For the service loader. */
    public Arrival() {}

    @Override
    public void run() {
        User.NAME.set("ann");
        String arrived = One.supply(User.NAME::get).subscribeOn(ELSEWHERE).await();
        if (!arrived.equals("ann")) {
            throw new IllegalStateException("the thread-local is not carried: " + arrived + " arrived instead of ann");
        }
    }
}
