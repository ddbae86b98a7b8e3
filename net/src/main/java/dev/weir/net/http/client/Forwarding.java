package dev.weir.net.http.client;

import dev.weir.Many;
import dev.weir.net.http.Headers;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.client.call.Payload;
import dev.weir.net.http.client.call.Url;
import dev.weir.net.http.server.BodyChanger;
import dev.weir.net.http.server.Passed;
import dev.weir.net.http.server.ResponseMaker;
import dev.weir.net.http.wire.Elements;
import dev.weir.net.http.wire.OwnFields;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.loop.Confided;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** What goes on through an intermediary, and what ends there (RFC 9110 section 7.6). */
final class Forwarding {
    private static final List<String> OF_A_CONNECTION = List.of(
            "Connection",
            "Content-Length",
            "Keep-Alive",
            "Proxy-Authenticate",
            "Proxy-Authentication-Info",
            "Proxy-Authorization",
            "Proxy-Connection",
            "TE",
            "Trailer",
            "Transfer-Encoding",
            "Upgrade");
    private static final List<String> OF_A_CODED_FORM =
            List.of("Accept-Ranges", "Content-Digest", "Content-MD5", "Digest", "Repr-Digest");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");
    private static final Pattern DOTS = // behind and before what may end a segment, for some servers
            Pattern.compile("(?i)(?:[/\\\\]|%2F|%5C)(?:\\.|%2E){1,2}(?=$|[/\\\\;]|%2F|%5C|%3B)");

    private static final BodyChanger<Request> REQUESTS = Confided.of(Request.class);
    private static final ResponseMaker<Response> RESPONSES = Confided.of(Response.class);

    private Forwarding() {}

    // ------------------------------------------------------------ requests

    /** Fails with 400 if the path may lead to another place there than it did here. */
    static ClientRequest of(Request request, ClientRequest to) {
        check(to.url());
        RequestHead came = REQUESTS.head(request); // else who names what a filter has added could take it away
        Headers passed = endToEnd(
                request.headers(),
                List.of("Host", "Expect", "HTTP2-Settings"),
                field -> came.has(field.name(), field.value()));
        Headers headers =
                oneFewer(request.method(), passed).and("Via", request.protocol().replace("HTTP/", "") + " weir");
        Headers asking = headers.has("Accept-Encoding") ? headers : headers.and("Accept-Encoding", "identity");
        boolean trailers = wantsTrailers(request.headers());
        boolean follow =
                request.length() != 0 && mayHaveTrailers(request.protocol(), request.headers(), request.length());
        Headers all = follow ? announced(request.headers(), asking, List.of()) : asking;
        Payload content =
                request.length() == 0 ? Payload.Bytes.NONE : new Payload.Stream(request.length(), request.body());
        return to.forwarding(trailers ? all.and("TE", "trailers") : all, content, changed -> {
            if (follow) {
                changed.trailers = () -> behind(request.trailers(), OwnFields.OF_CLIENTS, List.of());
            }
            changed.expectContinue = came.expectsContinue();
            changed.onInterim = (fields, status) ->
                    REQUESTS.interim(request, status, Journey.flat(behind(fields, OwnFields.OF_SERVERS, List.of())));
        });
    }

    /** Who asks about those on the way says how many of them may pass it on (RFC 9110 section 7.6.2). */
    private static Headers oneFewer(String method, Headers headers) {
        String most = headers.get("Max-Forwards");
        boolean counts = method.equals("OPTIONS") || method.equals("TRACE");
        if (most == null || !counts || !NUMBER.matcher(most).matches()) {
            return headers;
        }
        BigInteger left = new BigInteger(most);
        if (left.signum() == 0) {
            throw new HttpException(
                    400, method + " with Max-Forwards: 0 asks about this server, and is not passed on to others");
        }
        return headers.with("Max-Forwards", left.subtract(BigInteger.ONE).toString());
    }

    private static boolean wantsTrailers(Headers headers) {
        return Elements.have(headers.all("TE"), "trailers");
    }

    /** A body of known length keeps that, unless it is said that something follows, as HTTP/2 can. */
    private static boolean mayHaveTrailers(String protocol, Headers headers, long length) {
        return length < 0 || (!protocol.startsWith("HTTP/1") && headers.has("Trailer"));
    }

    /** With the names of what may follow the body (RFC 9110 section 6.6.2), without which some let nothing follow. */
    private static Headers announced(Headers came, Headers passed, Collection<String> others) {
        Headers with = passed;
        for (String names : came.all("Trailer")) {
            List<String> left = Elements.of(names).stream()
                    .filter(name -> others.stream().noneMatch(name::equalsIgnoreCase))
                    .toList();
            with = left.isEmpty() ? with : with.and("Trailer", String.join(", ", left));
        }
        return with;
    }

    /** Those that go on outside of a head. */
    private static Headers behind(Headers fields, OwnFields own, Collection<String> others) {
        Headers kept = Headers.empty();
        for (Headers.Field field : endToEnd(fields, others)) {
            kept = own.has(field.name()) ? kept : kept.and(field.name(), field.value());
        }
        return kept;
    }

    private static void check(Url to) {
        if (DOTS.matcher(to.uri().getRawPath()).find()) {
            throw new HttpException(
                    400, "a path with . or .. in it may be another one elsewhere, and is not passed on");
        }
    }

    // ------------------------------------------------------------ responses

    static Response of(ClientResponse response, boolean decoded) {
        Collection<String> others = decoded ? OF_A_CODED_FORM : List.of();
        Headers headers = endToEnd(response.headers(), others);
        Response forwarded =
                carrying(response.length(), response.body("forward()")).withStatus(response.status());
        for (Headers.Field field : headers.without("Date")) {
            boolean strong =
                    field.name().equalsIgnoreCase("ETag") && field.value().startsWith("\"");
            forwarded = forwarded.addHeader(field.name(), decoded && strong ? "W/" + field.value() : field.value());
        }
        if (mayHaveTrailers(response.protocol(), response.headers(), forwarded.length())) {
            forwarded = forwarded
                    .withHeaders(announced(response.headers(), forwarded.headers(), others))
                    .withTrailers(() -> behind(response.trailers(), OwnFields.OF_SERVERS, others));
        }
        return RESPONSES.holding(
                forwarded, new Passed(response::drop, response.request().options().forwarded));
    }

    private static Response carrying(long length, Many<ByteBuffer> body) {
        return length >= 0
                ? Response.stream("*/*", length, body).withoutHeader("Content-Type")
                : Response.empty(200).withBody(body);
    }

    // ------------------------------------------------------------ both

    private static Headers endToEnd(Headers headers, Collection<String> others) {
        return endToEnd(headers, others, field -> true);
    }

    /**
     * Those that are not of the connection alone.
     *
     * @param ofPeer which the peer has sent, who says of them that they are
     */
    private static Headers endToEnd(Headers headers, Collection<String> others, Predicate<Headers.Field> ofPeer) {
        Set<String> dropped = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        dropped.addAll(OF_A_CONNECTION);
        dropped.addAll(others);
        Set<String> named = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        named.addAll(Elements.of(headers.all("Connection")));
        List<String> kept = new ArrayList<>();
        for (Headers.Field field : headers) {
            if (!dropped.contains(field.name()) && !(named.contains(field.name()) && ofPeer.test(field))) {
                kept.add(field.name());
                kept.add(field.value());
            }
        }
        return Headers.of(kept.toArray(new String[0]));
    }
}
