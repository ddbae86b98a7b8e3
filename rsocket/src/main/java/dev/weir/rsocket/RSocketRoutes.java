package dev.weir.rsocket;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Codec;
import dev.weir.net.http.TypeOf;
import dev.weir.rsocket.engine.Log;
import dev.weir.rsocket.metadata.Routing;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Answers by the route that the metadata of a request names ({@code message/x.rsocket.routing.v0}, by itself or in composite
 * metadata), with values instead of bytes. {@code String}, {@code byte[]}, {@code ByteBuffer} and {@link Payload} are the data
 * as it is; all other types go through the codec. Immutable: each method gives routes with one more.
 *
 * <p>What has no route is refused with REJECTED, what the codec can't read with INVALID. Functions are called on the event
 * loop of the connection, so they must not block: see {@link #blocking}.
 *
 * <pre>{@code
 * RSocketRoutes routes = RSocketRoutes.create()
 *         .response("rate", String.class, rates::now)
 *         .stream("rates", String.class, rates::updates)
 *         .blocking("report", Query.class, database::report);
 * }</pre>
 */
@CheckReturnValue
public final class RSocketRoutes implements RSocket {
    private final Values values;
    private final Map<String, Function<Payload, One<Payload>>> responses;
    private final Map<String, Function<Payload, Many<Payload>>> streams;
    private final Map<String, Function<Many<Payload>, Many<Payload>>> channels;
    private final Map<String, Function<Payload, One<@Nullable Void>>> forgets;

    private RSocketRoutes(
            Values values,
            Map<String, Function<Payload, One<Payload>>> responses,
            Map<String, Function<Payload, Many<Payload>>> streams,
            Map<String, Function<Many<Payload>, Many<Payload>>> channels,
            Map<String, Function<Payload, One<@Nullable Void>>> forgets) {
        this.values = values;
        this.responses = responses;
        this.streams = streams;
        this.channels = channels;
        this.forgets = forgets;
    }

    /** No routes, with the codec that HTTP has, too: {@link Codec#standard}. */
    public static RSocketRoutes create() {
        return create(Codec.standard());
    }

    /** No routes, with a codec. */
    public static RSocketRoutes create(Codec codec) {
        Objects.requireNonNull(codec, "codec");
        return new RSocketRoutes(new Values(codec), Map.of(), Map.of(), Map.of(), Map.of());
    }

    private static <F> Map<String, F> and(Map<String, F> routes, String route, F function) {
        Map<String, F> more = new HashMap<>(routes);
        if (more.put(Objects.requireNonNull(route, "route"), function) != null) {
            throw new IllegalArgumentException("there is a route \"" + route + "\" of that kind already");
        }
        return Map.copyOf(more);
    }

    /** One value for one; null is an answer without a payload. */
    public <Q, R> RSocketRoutes response(
            String route, Class<Q> type, Function<? super Q, ? extends One<? extends R>> function) {
        return response(route, TypeOf.of(type), function);
    }

    /** One value for one; null is an answer without a payload. */
    public <Q, R> RSocketRoutes response(
            String route, TypeOf<Q> type, Function<? super Q, ? extends One<? extends R>> function) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(function, "function");
        Function<Payload, One<Payload>> answer =
                request -> made(function.apply(read(request, type, route)), "One", route)
                        .mapNotNull(value -> values.write(value, null))
                        .named(route);
        return new RSocketRoutes(values, and(responses, route, answer), streams, channels, forgets);
    }

    /**
     * One value for one, by a function that may block: it is called on a virtual thread of its own. It counts as a stream of
     * the peer until it has ended, also if whoever asked has cancelled before.
     */
    public <Q, R> RSocketRoutes blocking(String route, Class<Q> type, Blocking<? super Q, ? extends R> function) {
        return blocking(route, TypeOf.of(type), function);
    }

    /** As {@link #blocking(String, Class, Blocking)}. */
    public <Q, R> RSocketRoutes blocking(String route, TypeOf<Q> type, Blocking<? super Q, ? extends R> function) {
        Objects.requireNonNull(function, "function");
        return response(route, type, request -> RouteCall.of(() -> function.apply(request)));
    }

    /** Plain code that may block. */
    @FunctionalInterface
    public interface Blocking<Q, R> {
        R apply(Q request) throws Exception;
    }

    /** Any number of values for one. */
    public <Q> RSocketRoutes stream(String route, Class<Q> type, Function<? super Q, ? extends Many<?>> function) {
        return stream(route, TypeOf.of(type), function);
    }

    /** Any number of values for one. */
    public <Q> RSocketRoutes stream(String route, TypeOf<Q> type, Function<? super Q, ? extends Many<?>> function) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(function, "function");
        Function<Payload, Many<Payload>> answer =
                request -> made(function.apply(read(request, type, route)), "Many", route)
                        .map(value -> values.write(value, null))
                        .named(route);
        return new RSocketRoutes(values, responses, and(streams, route, answer), channels, forgets);
    }

    /** Values in both directions. */
    public <Q> RSocketRoutes channel(
            String route, Class<Q> type, Function<? super Many<Q>, ? extends Many<?>> function) {
        return channel(route, TypeOf.of(type), function);
    }

    /** Values in both directions. */
    public <Q> RSocketRoutes channel(
            String route, TypeOf<Q> type, Function<? super Many<Q>, ? extends Many<?>> function) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(function, "function");
        Function<Many<Payload>, Many<Payload>> answer =
                requests -> made(function.apply(requests.map(request -> read(request, type, route))), "Many", route)
                        .map(value -> values.write(value, null))
                        .named(route);
        return new RSocketRoutes(values, responses, streams, and(channels, route, answer), forgets);
    }

    /** A value that needs no answer. */
    public <Q> RSocketRoutes fireAndForget(
            String route, Class<Q> type, Function<? super Q, ? extends One<@Nullable Void>> function) {
        return fireAndForget(route, TypeOf.of(type), function);
    }

    /** A value that needs no answer. */
    public <Q> RSocketRoutes fireAndForget(
            String route, TypeOf<Q> type, Function<? super Q, ? extends One<@Nullable Void>> function) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(function, "function");
        Function<Payload, One<@Nullable Void>> taker = request ->
                made(function.apply(read(request, type, route)), "One", route).named(route);
        return new RSocketRoutes(values, responses, streams, channels, and(forgets, route, taker));
    }

    /** The value of a request. Who sent it is told what is wrong, without our classes' names: those are for the log. */
    private <Q> Q read(Payload request, TypeOf<Q> type, String route) {
        try {
            return values.read(request, type);
        } catch (Codec.MalformedException malformed) {
            Log.debug(
                    () -> "the data for route \"" + route + "\" is no "
                            + type.type().getTypeName(),
                    malformed);
            throw new RSocketException.Invalid("the data is not what the route takes: " + malformed.getMessage());
        }
    }

    private static <V> V made(@Nullable V answer, String due, String route) {
        return Objects.requireNonNull(
                answer, () -> "the function of route \"" + route + "\" returned null where a " + due + " is due");
    }

    // ------------------------------------------------------------ the interactions

    @Override
    public One<Payload> requestResponse(Payload request) {
        return One.deferContextual(
                context -> find(responses, context.get(Caller.KEY), "responses").apply(request));
    }

    @Override
    public Many<Payload> requestStream(Payload request) {
        return Many.deferContextual(
                context -> find(streams, context.get(Caller.KEY), "streams").apply(request));
    }

    @Override
    public Many<Payload> requestChannel(Many<Payload> requests) {
        return Many.deferContextual(
                context -> find(channels, context.get(Caller.KEY), "channels").apply(requests));
    }

    @Override
    public One<@Nullable Void> fireAndForget(Payload request) {
        return One.deferContextual(context ->
                find(forgets, context.get(Caller.KEY), "what needs no answer").apply(request));
    }

    private <F> F find(Map<String, F> routes, @Nullable Caller caller, String kind) {
        if (caller == null) {
            throw new IllegalStateException("routes are found in the metadata of a request: give them to a server");
        }
        Routing routing = caller.find(Routing.TYPE, Routing::read);
        if (routing == null) {
            throw new RSocketException.Invalid("the request names no route: its metadata has no " + Routing.TYPE);
        }
        F found = routes.get(routing.route());
        if (found == null) {
            throw new RSocketException.Rejected(
                    "there is no route \"" + routing.route() + "\" for " + kind + others(routing.route()));
        }
        return found;
    }

    private String others(String route) {
        String kinds = Stream.of(
                        Map.entry("responses", responses),
                        Map.entry("streams", streams),
                        Map.entry("channels", channels),
                        Map.entry("what needs no answer", forgets))
                .filter(kind -> kind.getValue().containsKey(route))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
        return kinds.isEmpty() ? "" : ": it is one for " + kinds;
    }
}
