package dev.weir.net.http;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** What all connections of a server share: its handler, its limits, its counters. */
final class Service {
    /*
     * A request is in flight from its head until its response begins. A response that streams is counted
     * apart from then on: an event stream may last for hours and costs next to nothing, so it must not take
     * the place of a request. Connections and the streams on each have limits of their own.
     */

    /** The limits; each is explained at the method of {@link HttpServer.Builder} of the same name. */
    record Limits(
            int maxRequestLine,
            int maxHeaderBytes,
            int maxHeaderFields,
            int maxBody,
            int maxPipelinedBytes,
            int maxInFlight,
            int maxConcurrentStreams,
            int streamWindow,
            Duration headerTimeout,
            Duration idleTimeout,
            Duration stallTimeout,
            Duration heartbeat) {
        Duration shortest() {
            Duration shortest = headerTimeout;
            for (Duration other : new Duration[] {idleTimeout, stallTimeout, heartbeat}) {
                shortest = other.compareTo(shortest) < 0 ? other : shortest;
            }
            return shortest;
        }
    }

    final Handler handler;
    final Limits limits;
    private final Predicate<? super Request> always;
    private final Response overloaded;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger streams = new AtomicInteger();

    Service(Handler handler, Limits limits, Predicate<? super Request> always, Duration retryAfter) {
        this.handler = handler;
        this.limits = limits;
        this.always = always;
        this.overloaded = Response.problem(503, "too many requests are being served: try again later")
                .withHeader("Retry-After", Long.toString(ceilSeconds(retryAfter)));
    }

    private static long ceilSeconds(Duration duration) {
        return duration.plusNanos(999_999_999).toSeconds();
    }

    /** Whether the request is served whatever the load, and not counted. */
    boolean isAlwaysServed(Request request) {
        return always.test(request);
    }

    /** Counts a request in; false if there are too many. */
    boolean enter() {
        if (inFlight.incrementAndGet() <= limits.maxInFlight()) {
            return true;
        }
        inFlight.decrementAndGet();
        return false;
    }

    void leave() {
        inFlight.decrementAndGet();
    }

    Response overloaded() {
        return overloaded;
    }

    void streamBegins() {
        streams.incrementAndGet();
    }

    void streamEnds() {
        streams.decrementAndGet();
    }

    int inFlight() {
        return inFlight.get();
    }

    int streams() {
        return streams.get();
    }
}
