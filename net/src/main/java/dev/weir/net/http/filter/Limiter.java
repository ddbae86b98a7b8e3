package dev.weir.net.http.filter;

import dev.weir.CheckReturnValue;
import dev.weir.Clock;
import dev.weir.Ending;
import dev.weir.One;
import dev.weir.net.http.Filter;
import dev.weir.net.http.Handler;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.load.Gate;
import dev.weir.net.http.load.Gradient;
import dev.weir.net.http.load.Occupied;
import dev.weir.net.http.load.Overdue;
import dev.weir.net.loop.Awaited;
import dev.weir.net.loop.Positive;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Sheds load: lets so many requests at a time through to the handler, until its One has given the response, and answers
 * the others with 503 and {@code Retry-After} at once, or after a short wait in a queue. So those that are served are
 * served about as fast as without load. The response of {@link Response#values} is given before its first value. One
 * limiter may stand around a route, several, or all; it counts for all places together. A request that goes to {@link
 * Handler#blocking} counts until that has ended, even if the client has gone before; what else a handler has begun,
 * such as {@link One#blocking}, counts no longer then.
 *
 * <pre>{@code
 * Limiter limiter = Limiter.adaptive().build();
 * routes.with(limiter)
 * }</pre>
 */
@CheckReturnValue
public final class Limiter implements Filter {
    private final Gate gate;
    private final @Nullable Gradient gradient;
    private final @Nullable WaitingLine line;
    private final Duration longestWait;
    private final Predicate<? super Request> always;
    private final Clock clock;
    private final One<Response> refusal;

    private Limiter(Builder builder) {
        this.clock = builder.clock;
        int initial = builder.adaptive ? Math.clamp(builder.initial, builder.least, builder.most) : builder.initial;
        this.gate = new Gate(initial);
        this.gradient = builder.adaptive
                ? new Gradient(builder.least, builder.most, initial, builder.tolerance, clock.nanoTime())
                : null;
        this.line = builder.queue == 0 ? null : new WaitingLine(builder.queue, gate);
        this.longestWait = builder.longestWait;
        this.always = builder.always;
        this.refusal = One.of(Response.problem(503, "too many requests are being served: try again later")
                .withHeader("Retry-After", Gate.retryAfter(builder.retryAfter)));
    }

    /** So many at a time. */
    public static Builder fixed(int limit) {
        return new Builder(false, limit);
    }

    /**
     * As many at a time as are served without much waiting for each other: the limit grows while latency stays
     * below twice what it is without load, and shrinks beyond that.
     */
    public static Builder adaptive() {
        return new Builder(true, 20);
    }

    @Override
    public One<Response> filter(Request request, Handler next) throws Exception {
        return always.test(request) ? next.handle(request) : One.defer(() -> limited(request, next));
    }

    private One<Response> limited(Request request, Handler next) {
        Pass pass = new Pass(request);
        One<Response> answer = serve(pass, request, next);
        if (!pass.passes()) {
            if (line == null || !line.add(pass)) {
                return refuse();
            }
            answer = inLine(pass, request).flatMap(admitted -> admitted ? serve(pass, request, next) : refuse());
        }
        return answer.doOnError(pass::failed).doFinally(pass::end);
    }

    private One<Boolean> inLine(Pass pass, Request request) {
        return One.from(pass.admitted)
                .publishOn(request.eventLoop())
                .timeout(longestWait)
                .onErrorResume(late -> late instanceof TimeoutException ? One.of(false) : One.fail(() -> late));
    }

    private One<Response> refuse() {
        gate.countRefused();
        return refusal;
    }

    private One<Response> serve(Pass pass, Request request, Handler next) {
        return One.call(() -> {
                    pass.begin();
                    return next.handle(request.with(Occupied.KEY, pass));
                })
                .flatMap(answer -> answer);
    }

    /** How many may be served at a time, now. */
    public int limit() {
        return gate.limit();
    }

    /** How many are being served. */
    public int inFlight() {
        return gate.inFlight();
    }

    /** How many wait in the queue. */
    public int waiting() {
        return line == null ? 0 : line.size();
    }

    /** How many were refused so far. */
    public long refused() {
        return gate.refused();
    }

    /** A request on its way through. */
    private final class Pass extends Occupied implements WaitingLine.Waiter {
        private static final int OUTSIDE = 0;
        private static final int INSIDE = 1;
        private static final int OVER = 2;

        private final AtomicInteger state = new AtomicInteger();
        private final java.util.concurrent.CompletableFuture<Boolean> admitted =
                new java.util.concurrent.CompletableFuture<>();
        private final @Nullable Occupied before;
        private final @Nullable Overdue deadline;
        private boolean served;
        private long began;

        Pass(Request request) {
            this.before = request.get(Occupied.KEY);
            this.deadline = request.get(Overdue.KEY);
            occupy();
        }

        boolean passes() {
            if (gate.enter()) {
                state.set(INSIDE);
                return true;
            }
            return false;
        }

        @Override
        public boolean admit() {
            return state.compareAndSet(OUTSIDE, INSIDE) && admitted.complete(true);
        }

        void begin() {
            served = true;
            began = clock.nanoTime();
        }

        void failed(Throwable failure) {
            if (served && gradient != null && Awaited.in(failure) instanceof TimeoutException) {
                gradient.timedOut(clock.nanoTime(), gate);
            }
        }

        void end(Ending ending) {
            int before = state.getAndSet(OVER);
            if (before == INSIDE) {
                if (served && gradient != null) {
                    measure(ending, clock.nanoTime(), gradient);
                }
                leave();
            } else if (line != null) {
                line.move(this);
            }
        }

        private void measure(Ending ending, long now, Gradient by) {
            if (ending == Ending.COMPLETED) {
                by.served(now - began, now, gate);
            } else if (ending == Ending.CANCELLED && deadline != null && deadline.isPast()) {
                by.timedOut(now, gate);
            }
        }

        @Override
        public @Nullable Occupied before() {
            return before;
        }

        @Override
        protected void free() {
            gate.leave();
            if (line != null) {
                line.move(null);
            }
        }
    }

    /** How to shed load; a setting that is not made has the default given at its method. */
    @CheckReturnValue
    public static final class Builder {
        private final boolean adaptive;
        private int initial;
        private int least = 4;
        private int most = 1000;
        private double tolerance = 2;
        private int queue;
        private Duration longestWait = Duration.ofSeconds(1);
        private Duration retryAfter = Duration.ofSeconds(1);
        private Predicate<? super Request> always = request -> false;
        private Clock clock = Clock.system();

        private Builder(boolean adaptive, int initial) {
            this.adaptive = adaptive;
            this.initial = Positive.of(initial, "limit");
        }

        /** Of an adaptive one: where the limit begins: 20. */
        public Builder initial(int limit) {
            needAdaptive("initial");
            initial = Positive.of(limit, "initial");
            return this;
        }

        /**
         * Of an adaptive one: between what the limit stays: 4 and 1000. Now and then it is a quarter of what it was for two short
         * windows, but never 0, to see what latency is without load.
         */
        public Builder between(int newLeast, int newMost) {
            needAdaptive("between");
            if (Positive.of(newLeast, "least") > newMost) {
                throw new IllegalArgumentException("least is more than most: " + newLeast + " > " + newMost);
            }
            least = newLeast;
            most = newMost;
            return this;
        }

        /** Of an adaptive one: latency may grow to so many times what it is without load: 2. */
        public Builder tolerance(double factor) {
            needAdaptive("tolerance");
            if (!(factor >= 1)) {
                throw new IllegalArgumentException("tolerance must be at least 1, not " + factor);
            }
            tolerance = factor;
            return this;
        }

        private void needAdaptive(String setting) {
            if (!adaptive) {
                throw new IllegalStateException(setting + " is a setting of Limiter.adaptive()");
            }
        }

        /** So many requests may wait so long before they are refused: none. A long queue only makes all late. */
        public Builder queue(int size, Duration longest) {
            queue = Positive.of(size, "queue");
            longestWait = Positive.of(longest, "longest");
            return this;
        }

        /** When a client that got 503 may try again, in whole seconds: 1 second. */
        public Builder retryAfter(Duration delay) {
            retryAfter = Positive.of(delay, "retryAfter");
            return this;
        }

        /** Requests that are served whatever the load and not counted, such as health checks: none. Must not block. */
        public Builder alwaysServe(Predicate<? super Request> requests) {
            always = Objects.requireNonNull(requests, "requests");
            return this;
        }

        /** What latency is measured by: the system's. */
        public Builder clock(Clock newClock) {
            clock = Objects.requireNonNull(newClock, "clock");
            return this;
        }

        public Limiter build() {
            return new Limiter(this);
        }
    }
}
