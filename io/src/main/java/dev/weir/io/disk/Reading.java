package dev.weir.io.disk;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.io.disk.Pieces.Opener;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One subscription to pieces, which are read and emitted on the executor while there is demand. */
public final class Reading<T> implements Flow.Subscription {
    /*
     * Whoever asks, cancels or has waited counts a call; the first of them has the executor read, which goes on until it
     * has seen all calls. After the end the count stays above zero, so nothing runs any more.
     */
    private static final int TURN = 16; // pieces, then others' tasks come first

    private final Flow.Subscriber<? super T> subscriber;
    private final Opener<T> opener;
    private final Executor executor;
    private final @Nullable Wait wait;
    private final AtomicLong demand = new AtomicLong();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile boolean cancelled;
    private boolean over;
    private @Nullable Pieces<T> pieces;
    private @Nullable Cancellable waiting;

    /** How long to wait where there is nothing yet. */
    private record Wait(Clock clock, Duration pause) {}

    private Reading(Flow.Subscriber<? super T> subscriber, Opener<T> opener, Executor executor, @Nullable Wait wait) {
        this.subscriber = subscriber;
        this.opener = opener;
        this.executor = executor;
        this.wait = wait;
    }

    /** The pieces, up to the end. */
    public static <T> Many<T> toTheEnd(Opener<T> opener, Executor executor) {
        return Many.from((Flow.Publisher<T>)
                subscriber -> subscriber.onSubscribe(new Reading<>(subscriber, opener, executor, null)));
    }

    /** The pieces; where they end, more are looked for after each pause. */
    public static <T> Many<T> onAndOn(Opener<T> opener, Executor executor, Duration pause) {
        return Many.deferContextual(context -> {
            Wait wait = new Wait(context.clock(), pause);
            return Many.from((Flow.Publisher<T>)
                    subscriber -> subscriber.onSubscribe(new Reading<>(subscriber, opener, executor, wait)));
        });
    }

    @Override
    public void request(long n) {
        demand.accumulateAndGet(n, (before, more) -> before + more < 0 ? Long.MAX_VALUE : before + more);
        wake();
    }

    @Override
    public void cancel() {
        cancelled = true;
        wake();
    }

    private void wake() {
        if (calls.getAndIncrement() == 0) {
            goOn();
        }
    }

    /** Has the executor read on; where that does so at once, one turn follows the other here. */
    private void goOn() {
        boolean more = true;
        while (more && isHere()) {
            more = read();
        }
    }

    private boolean isHere() {
        Turn turn = new Turn();
        try {
            executor.execute(turn);
            return turn.isHere();
        } catch (Throwable rejection) {
            fail(rejection);
            return false;
        }
    }

    /** What the executor runs: if it does so before it returns, that is left to whoever has asked for it. */
    private final class Turn implements Runnable {
        private final Thread asking = Thread.currentThread();
        private boolean asked; // for that thread only, as what follows
        private boolean here;

        @Override
        public void run() {
            if (Thread.currentThread() == asking && !asked) {
                here = true;
            } else if (read()) {
                goOn();
            }
        }

        boolean isHere() {
            asked = true;
            return here;
        }
    }

    /** Reads while there is demand; whether there is more to do, and others' tasks come first. */
    private boolean read() {
        int seen = calls.get();
        for (int turn = 0; turn < TURN; ) {
            if (cancelled) {
                end(null);
                return false;
            }
            if (demand.get() > 0) {
                try {
                    T piece = next();
                    if (piece != null) {
                        emit(piece);
                        if (pieces != null && pieces.isAtEnd()) {
                            end(null); // at once: a server that counts may not wait for it
                            return false;
                        }
                        turn++;
                        continue;
                    }
                    if (wait == null) {
                        end(null);
                        return false;
                    }
                    waiting = wait.clock.schedule(this::wake, wait.pause);
                } catch (Throwable failure) {
                    fail(failure);
                    return false;
                }
            }
            seen = calls.addAndGet(-seen);
            if (seen == 0) {
                return false;
            }
        }
        return true;
    }

    private @Nullable T next() throws IOException {
        if (waiting != null) {
            waiting.cancel();
            waiting = null;
        }
        if (pieces == null) {
            pieces = opener.open();
        }
        return pieces.next();
    }

    private void emit(T piece) {
        if (demand.get() != Long.MAX_VALUE) {
            demand.decrementAndGet();
        }
        subscriber.onNext(piece);
    }

    /** Ends with the failure, which goes on if the JVM may not survive it. */
    private void fail(Throwable failure) {
        end(failure);
        if (failure instanceof VirtualMachineError fatal && !(failure instanceof StackOverflowError)) {
            throw fatal;
        }
    }

    /** Closes what is open, and tells the subscriber unless he has left. */
    private void end(@Nullable Throwable failure) {
        if (over) {
            return; // an executor that runs it here has thrown what this has told
        }
        over = true;
        Throwable why = failure;
        try {
            if (waiting != null) {
                waiting.cancel();
            }
            if (pieces != null) {
                pieces.close();
            }
        } catch (IOException | RuntimeException closing) {
            if (why == null) {
                why = closing;
            } else if (why != closing) {
                why.addSuppressed(closing);
            }
        }
        if (cancelled) {
            return;
        }
        if (why == null) {
            subscriber.onComplete();
        } else {
            subscriber.onError(why);
        }
    }
}
