package dev.weir.rsocket;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Codec;
import dev.weir.net.http.TypeOf;
import dev.weir.rsocket.metadata.Authentication;
import dev.weir.rsocket.metadata.CompositeMetadata;
import dev.weir.rsocket.metadata.DataType;
import dev.weir.rsocket.metadata.Metadata;
import dev.weir.rsocket.metadata.Routing;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request to a route, with values instead of bytes: {@code connection.route("rate").value("EUR").as(Rate.class)}. Types are
 * as in {@link RSocketRoutes}. Immutable; sent each time that what it gives is subscribed to.
 */
@CheckReturnValue
public final class RSocketRequest {
    private final RSocket socket;
    private final Setup setup;
    private final Values values;
    private final String route;
    private final List<Metadata> metadata;
    private final @Nullable Object value;
    private final @Nullable Many<?> many;
    private final @Nullable Duration timeout;

    private RSocketRequest(
            RSocket socket,
            Setup setup,
            Values values,
            String route,
            List<Metadata> metadata,
            @Nullable Object value,
            @Nullable Many<?> many,
            @Nullable Duration timeout) {
        this.socket = socket;
        this.setup = setup;
        this.values = values;
        this.route = route;
        this.metadata = metadata;
        this.value = value;
        this.many = many;
        this.timeout = timeout;
    }

    static RSocketRequest of(RSocket socket, Setup setup, Values values, String route) {
        Objects.requireNonNull(route, "route");
        return new RSocketRequest(socket, setup, values, route, List.of(), null, null, null);
    }

    /** What is sent: nothing, unless this says so. */
    public RSocketRequest value(Object newValue) {
        Objects.requireNonNull(newValue, "value");
        return new RSocketRequest(socket, setup, values, route, metadata, newValue, null, timeout);
    }

    /** What is sent, by a channel: see {@link #asMany}. */
    public RSocketRequest values(Many<?> newValues) {
        Objects.requireNonNull(newValues, "values");
        return new RSocketRequest(socket, setup, values, route, metadata, null, newValues, timeout);
    }

    /** More metadata, such as {@link dev.weir.rsocket.metadata.Tracing}; only in composite metadata. */
    public RSocketRequest metadata(Metadata part) {
        List<Metadata> more = new ArrayList<>(metadata);
        more.add(Objects.requireNonNull(part, "part"));
        return new RSocketRequest(socket, setup, values, route, List.copyOf(more), value, many, timeout);
    }

    /** Who asks, by name and password. */
    public RSocketRequest basicAuth(String user, String password) {
        return metadata(Authentication.simple(user, password));
    }

    /** Who asks, by a token. */
    public RSocketRequest bearerAuth(String token) {
        return metadata(Authentication.bearer(token));
    }

    /**
     * How long {@link #as} and {@link #send} may take; beyond it a {@link java.util.concurrent.TimeoutException}: no limit. A stream has
     * {@link Many#timeout} for that, and {@link #asMany} refuses this.
     */
    public RSocketRequest timeout(Duration limit) {
        LimitsOf.positive(limit, "timeout");
        return new RSocketRequest(socket, setup, values, route, metadata, value, many, limit);
    }

    /**
     * One value, or null if the answer has no payload, as that of a route that gives null; for {@link Payload} that is one
     * without bytes. Fails with {@link RSocketException}.
     */
    public <T> One<@Nullable T> as(Class<T> type) {
        return as(TypeOf.of(type));
    }

    /** As {@link #as(Class)}. */
    public <T> One<@Nullable T> as(TypeOf<T> type) {
        if (many != null) {
            throw new IllegalStateException("values(..) are answered by many: asMany(..)");
        }
        return inTime(One.defer(() -> socket.requestResponse(payload()))
                .<@Nullable T>map(payload -> readIfThere(payload, type)));
    }

    private <T extends @Nullable Object> One<T> inTime(One<T> one) {
        return timeout == null ? one : one.timeout(timeout);
    }

    /** Any number of values, of a stream, or of a channel if there are {@link #values}. */
    public <T> Many<T> asMany(Class<T> type) {
        return asMany(TypeOf.of(type));
    }

    /** Any number of values. */
    public <T> Many<T> asMany(TypeOf<T> type) {
        if (timeout != null) {
            throw new IllegalStateException(
                    "timeout(..) bounds the one answer of as(..): give the stream a timeout of its own,"
                            + " as in asMany(..).timeout(limit), which bounds each wait for a value");
        }
        Many<?> sent = many;
        Many<Payload> answers = sent == null
                ? Many.defer(() -> socket.requestStream(payload()))
                : Many.defer(() -> socket.requestChannel(payloads(sent)));
        return answers.map(payload -> read(payload, type));
    }

    /** Sends the value, for which no answer comes: ends when it is on its way. */
    public One<@Nullable Void> send() {
        if (many != null) {
            throw new IllegalStateException("values(..) are answered: asMany(..)");
        }
        return inTime(One.defer(() -> socket.fireAndForget(payload())));
    }

    private <T> @Nullable T readIfThere(Payload answer, TypeOf<T> type) {
        return answer.isNone() && type.type() != Payload.class ? null : read(answer, type);
    }

    private <T> T read(Payload answer, TypeOf<T> type) {
        try {
            return values.read(answer, type);
        } catch (Codec.MalformedException malformed) {
            throw new RSocketException.Invalid(
                    "the answer of route \"" + route + "\" is no " + type.type().getTypeName() + ": "
                            + malformed.getMessage(),
                    malformed);
        }
    }

    private Payload payload() {
        return values.write(value, metadataOf(value));
    }

    /** The first of a channel says where it goes. */
    private Many<Payload> payloads(Many<?> sent) {
        boolean[] begun = {false};
        return sent.map(item -> {
            ByteBuffer first = begun[0] ? null : metadataOf(item);
            begun[0] = true;
            return values.write(item, first);
        });
    }

    private ByteBuffer metadataOf(@Nullable Object first) {
        Routing routing = Routing.to(route);
        String dataType = values.typeOf(first, setup.dataMimeType());
        if (setup.metadataMimeType().equals(CompositeMetadata.TYPE)) {
            List<Metadata> parts = new ArrayList<>();
            parts.add(routing);
            if (dataType != null) {
                parts.add(new DataType(dataType));
            }
            parts.addAll(metadata);
            return CompositeMetadata.of(parts.toArray(new Metadata[0])).bytes();
        }
        if (!metadata.isEmpty() || !setup.metadataMimeType().equals(Routing.TYPE)) {
            throw new IllegalStateException("the connection's metadata is " + setup.metadataMimeType()
                    + ": set it up with metadataMimeType(\"" + CompositeMetadata.TYPE + "\")");
        }
        return routing.bytes();
    }
}
