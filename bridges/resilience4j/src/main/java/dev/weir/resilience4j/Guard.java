package dev.weir.resilience4j;

import dev.weir.CheckReturnValue;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets calls in, or fails them at once, as a circuit breaker, a bulkhead or a rate limiter of Resilience4j decides, and tells
 * that how they ended. A value: one guard serves all calls to a service, on any threads.
 *
 * <pre>{@code
 * Guard rates = Guard.of(CircuitBreaker.ofDefaults("rates"));
 * One<Rates> now = client.get("/rates").as(Rates.class).through(rates::one);
 * }</pre>
 *
 * <p>Each subscription is a call: a retry below a guard asks again. Of several guards the last asks first, and hears the
 * refusals of those before it as failures of the call. So the bulkhead comes last, or it would open the breaker when it is full:
 * {@code call.through(breaker::one).through(bulkhead::one)}. No thread ever waits for permission.
 */
@CheckReturnValue
public final class Guard {
    private final Supplier<Permission> permission;

    private Guard(Supplier<Permission> permission) {
        this.permission = permission;
    }

    /**
     * Fails with {@link CallNotPermittedException} while the breaker is open. Values and failures are counted by its own rules,
     * also what is slow; a call that was cancelled before anything came counts as none, and so does one whose failure they
     * throw for; one whose value its {@code recordResult} throws for has failed with that.
     */
    public static Guard of(CircuitBreaker breaker) {
        Objects.requireNonNull(breaker, "breaker");
        return new Guard(() -> {
            if (!breaker.tryAcquirePermission()) {
                throw CallNotPermittedException.createCallNotPermittedException(breaker);
            }
            Runnable release = release(breaker);
            long begun = breaker.getCurrentTimestamp();
            return new Permission(
                    Duration.ZERO,
                    value -> succeed(breaker, begun, value, release),
                    failure -> fail(breaker, begun, failure, release),
                    release);
        });
    }

    /** Only a half-open one counts its permissions: a call that was let in before it became that has none to give it back. */
    private static Runnable release(CircuitBreaker breaker) {
        if (breaker.getState() != CircuitBreaker.State.HALF_OPEN) {
            return () -> {};
        }
        CircuitBreaker.Metrics its = breaker.getMetrics(); // each time that it is half-open has its own
        return () -> {
            if (breaker.getMetrics() == its) {
                breaker.releasePermission();
            }
        };
    }

    /** A rule that can't take the value has failed the call: one that nobody is told of holds its permission for ever. */
    private static void succeed(CircuitBreaker breaker, long begun, @Nullable Object value, Runnable release) {
        TimeUnit unit = breaker.getTimestampUnit();
        try {
            breaker.onResult(breaker.getCurrentTimestamp() - begun, unit, value);
        } catch (Throwable thrown) {
            fail(breaker, begun, thrown, release);
            throw thrown;
        }
    }

    private static void fail(CircuitBreaker breaker, long begun, Throwable failure, Runnable release) {
        try {
            breaker.onError(breaker.getCurrentTimestamp() - begun, breaker.getTimestampUnit(), failure);
        } catch (Throwable thrown) {
            release.run();
            throw thrown;
        }
    }

    /**
     * Fails with {@link BulkheadFullException} while as many calls run as the bulkhead allows. One that is cancelled runs no
     * more, for the bulkhead: what blocks goes on, and is bounded by a permission that is taken inside of it.
     *
     * @throws IllegalArgumentException if the bulkhead would have callers wait, which blocks their thread: its {@code
     *     maxWaitDuration} has to be zero. Calls fail with it if that is configured later
     */
    public static Guard of(Bulkhead bulkhead) {
        checkWait(bulkhead);
        return new Guard(() -> {
            checkWait(bulkhead);
            if (!bulkhead.tryAcquirePermission()) {
                throw BulkheadFullException.createBulkheadFullException(bulkhead);
            }
            return new Permission(
                    Duration.ZERO,
                    value -> bulkhead.onComplete(),
                    failure -> bulkhead.onComplete(),
                    bulkhead::releasePermission);
        });
    }

    private static void checkWait(Bulkhead bulkhead) {
        Duration wait = bulkhead.getBulkheadConfig().getMaxWaitDuration();
        if (!wait.isZero()) {
            throw new IllegalArgumentException(
                    "the bulkhead \"" + bulkhead.getName() + "\" has callers wait for " + wait
                            + ", which blocks their thread: make it with maxWaitDuration(Duration.ZERO), and retry"
                            + " where waiting is worth it");
        }
    }

    /**
     * Begins a call when the limiter has room for it, on the pipeline's clock, and fails with {@link RequestNotPermitted} if
     * that is later than its {@code timeoutDuration}. A call that is cancelled while it waits has used its place up.
     */
    public static Guard of(RateLimiter limiter) {
        Objects.requireNonNull(limiter, "limiter");
        return new Guard(() -> {
            long wait = limiter.reservePermission();
            if (wait < 0) {
                throw RequestNotPermitted.createRequestNotPermitted(limiter);
            }
            return new Permission(Duration.ofNanos(wait), limiter::onResult, limiter::onError, () -> {});
        });
    }

    /** The call, if it is let in. */
    public <T extends @Nullable Object> One<T> one(One<T> call) {
        Objects.requireNonNull(call, "call");
        return One.defer(() -> {
            Call let = new Call();
            return One.defer(() -> {
                        Duration delay = let.begin(permission);
                        return delay.isZero() ? call : One.timer(delay).flatMap(_ -> call);
                    })
                    .doOnValue(let::succeed)
                    .doOnError(let::fail)
                    .doOnCancel(let::cancel);
        });
    }

    /**
     * The stream, if it is let in: one call from the subscription to the end. It has succeeded when it completes, and also if
     * it is cancelled after items.
     */
    public <T> Many<T> many(Many<T> call) {
        Objects.requireNonNull(call, "call");
        return Many.defer(() -> {
            Call let = new Call();
            boolean[] any = new boolean[1]; // who cancels elsewhere may see it late: then it counts as no call
            return Many.defer(() -> {
                        Duration delay = let.begin(permission);
                        return delay.isZero() ? call : One.timer(delay).flatMapMany(_ -> call);
                    })
                    .doOnNext(item -> any[0] = true)
                    .doOnError(let::fail)
                    .doFinally(ending -> end(ending, any[0], let));
        });
    }

    private static void end(Ending ending, boolean any, Call call) {
        if (ending == Ending.COMPLETED || (ending == Ending.CANCELLED && any)) {
            call.succeed(null);
        } else if (ending == Ending.CANCELLED) {
            call.cancel();
        }
    }
}
