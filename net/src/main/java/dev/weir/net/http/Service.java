package dev.weir.net.http;

import dev.weir.net.http.load.Gate;
import dev.weir.net.http.server.Answering;
import dev.weir.net.http.server.Application;
import dev.weir.net.http.server.Carrier;
import dev.weir.net.http.server.Limits;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.Peer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What all connections of a server share: its handler, its limits, its counters. */
final class Service implements Application {
    /*
     * A request is in flight from its head until its response begins and its blocking handlers have ended. A response
     * that streams is counted apart from then on: an event stream may last for hours and costs next to nothing, so it
     * must not take the place of a request. Connections and the streams on each have limits of their own.
     */

    final Handler handler;
    private final Limits limits;
    final Codec codec;
    final @Nullable Observer observer;
    private final Predicate<? super Request> always;
    private final @Nullable TrustedProxies proxies;
    private final Response overloaded;
    private final Held held;
    private final Gate gate;
    private final AtomicInteger streams = new AtomicInteger();
    private final AtomicBoolean codingTold = new AtomicBoolean();
    private volatile boolean draining;

    /**
     * What a server is told besides its limits.
     *
     * @param proxies that are believed, or null
     */
    record Settings(
            Codec codec,
            @Nullable Observer observer,
            Predicate<? super Request> always,
            Duration retryAfter,
            @Nullable TrustedProxies proxies) {}

    Service(Handler handler, Limits limits, Held held, Settings settings) {
        this.handler = handler;
        this.limits = limits;
        this.held = held;
        this.codec = settings.codec();
        this.observer = settings.observer();
        this.always = settings.always();
        this.proxies = settings.proxies();
        this.overloaded = Response.problem(503, "too many requests are being served: try again later")
                .withHeader("Retry-After", Gate.retryAfter(settings.retryAfter()));
        this.gate = new Gate(limits.maxInFlight());
    }

    /** The server shuts down: event streams that begin from now on have no events. */
    void drain() {
        draining = true;
    }

    boolean isDraining() {
        return draining;
    }

    @Override
    public Limits limits() {
        return limits;
    }

    @Override
    public Held held() {
        return held;
    }

    @Override
    public Answering answering(Carrier carrier, RequestHead head, @Nullable BodyDecoder decoder) {
        return new Serving(carrier, this, head, decoder);
    }

    @Override
    public RuntimeException failure(int status, String detail) {
        return new HttpException(status, detail);
    }

    @Override
    public byte[] refuse(Peer client, BadRequest bad) {
        refused(client.address(), bad.status(), bad.detail());
        return Problem.of(bad.status(), bad.detail()).toJson().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void refused(InetSocketAddress client, int status, String detail) {
        if (observer != null) {
            try {
                observer.refused(client, status, detail);
            } catch (Throwable failure) {
                Watch.log(failure);
            }
        }
    }

    /** Who is behind the one who has connected. */
    Peer client(Peer peer, RequestHead head) {
        return proxies == null ? peer : proxies.client(peer, head.fields());
    }

    /** Whether the request is served whatever the load, and not counted. */
    boolean isAlwaysServed(Request request) {
        return always.test(request);
    }

    /** Counts a request in; false if there are too many, or what is there takes too much memory. */
    boolean enter() {
        return !held.isFull() && gate.enter();
    }

    void leave() {
        gate.leave();
    }

    Response overloaded() {
        gate.countRefused();
        return overloaded;
    }

    /** Whether nobody has been told yet that bodies come coded. */
    boolean tellsOfCoding() {
        return codingTold.compareAndSet(false, true);
    }

    void streamBegins() {
        streams.incrementAndGet();
    }

    void streamEnds() {
        streams.decrementAndGet();
    }

    /** What a shutdown cuts off; null if there is nothing. */
    @Nullable
    String running() {
        return inFlight() + streams() == 0
                ? null
                : ", requests in flight: " + inFlight() + ", responses that stream: " + streams();
    }

    int inFlight() {
        return gate.inFlight();
    }

    long refused() {
        return gate.refused();
    }

    int streams() {
        return streams.get();
    }
}
