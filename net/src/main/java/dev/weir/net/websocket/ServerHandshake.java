package dev.weir.net.websocket;

import dev.weir.net.http.Headers;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.server.BodyChanger;
import dev.weir.net.http.server.ResponseMaker;
import dev.weir.net.http.wire.Elements;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.loop.Confided;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A server's half of the handshake (RFC 6455 section 4.2). */
final class ServerHandshake {
    static final String KEY = "Sec-WebSocket-Key";
    static final String ACCEPT = "Sec-WebSocket-Accept";
    static final String PROTOCOL = "Sec-WebSocket-Protocol";
    static final String EXTENSIONS = "Sec-WebSocket-Extensions";
    static final String VERSION = "Sec-WebSocket-Version";
    static final String VERSION_13 = "13";

    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int KEY_BYTES = 16;
    private static final List<String> UPGRADE = List.of("Upgrade", "websocket", "Connection", "Upgrade");
    private static final BodyChanger<Request> BODIES = Confided.of(Request.class);
    private static final ResponseMaker<Response> RESPONSES = Confided.of(Response.class);

    private ServerHandshake() {}

    static Response answer(Request request, WebSocketOptions options, WebSocket.Handler handler) {
        Response refusal = refusal(request, options);
        if (refusal != null) {
            return refusal;
        }
        Headers asked = request.headers();
        String protocol = protocol(asked, options);
        Deflate deflate = Deflate.accept(asked.all(EXTENSIONS), options.compression);
        List<String> fields = new ArrayList<>(UPGRADE);
        if (byKey(request)) {
            fields.addAll(List.of(ACCEPT, accept(asked.all(KEY).getFirst())));
        }
        if (protocol != null) {
            fields.addAll(List.of(PROTOCOL, protocol));
        }
        if (deflate != null) {
            fields.addAll(List.of(EXTENSIONS, deflate.answer()));
        }
        Handshaken agreed = new Handshaken(asked, protocol, deflate);
        RequestHead head = BODIES.head(request);
        ServerUse use = new ServerUse(handler, agreed, head.path(), head.kept());
        return RESPONSES.switching(
                Response.empty(200),
                (channel, share, received, out) ->
                        new SocketHandler(channel, share, received, out, true, agreed, options, use),
                fields.toArray(String[]::new));
    }

    private static @Nullable Response refusal(Request request, WebSocketOptions options) {
        Headers headers = request.headers();
        if (!request.method().equals("GET")) {
            return Response.problem(405, "a WebSocket is asked for with GET").withHeader("Allow", "GET");
        }
        if (!Elements.have(headers.all("Upgrade"), "websocket")
                || !Elements.have(headers.all("Connection"), "upgrade")) {
            return upgradeRequired("there is only a WebSocket here");
        }
        if (!headers.all(VERSION).equals(List.of(VERSION_13))) {
            return upgradeRequired("the only version of WebSocket known here is 13");
        }
        List<String> keys = headers.all(KEY);
        if (byKey(request) && (keys.size() != 1 || !isKey(keys.getFirst()))) {
            return Response.problem(400, "the request needs one " + KEY + " of 16 bytes in base64");
        }
        if (BODIES.head(request).hasBody()) { // which would be taken for frames
            return Response.problem(400, "a request for a WebSocket has no body");
        }
        String origin = headers.get("Origin");
        if (origin != null && !isAllowed(origin.toLowerCase(Locale.ROOT), request, options)) {
            return Response.problem(403, "pages of that origin may not connect");
        }
        return null;
    }

    /** Over HTTP/2 there is nothing to prove: who does not know the protocol can't answer it (RFC 8441 section 5). */
    private static boolean byKey(Request request) {
        return !request.protocol().equals("HTTP/2.0");
    }

    private static Response upgradeRequired(String detail) {
        List<String> fields = new ArrayList<>(UPGRADE);
        fields.addAll(List.of(VERSION, VERSION_13));
        return RESPONSES.switching(Response.problem(426, detail), null, fields.toArray(String[]::new));
    }

    private static boolean isKey(String key) {
        try {
            return Base64.getDecoder().decode(key).length == KEY_BYTES;
        } catch (IllegalArgumentException noBase64) {
            return false;
        }
    }

    /** The scheme is not compared with our own: a proxy may have ended TLS before us. */
    private static boolean isAllowed(String origin, Request request, WebSocketOptions options) {
        int authority = origin.indexOf("://") + 3;
        String scheme = origin.substring(0, Math.max(0, authority - 3));
        String port = scheme.equals("https") ? ":443" : ":80";
        String host = String.valueOf(request.header("Host")).toLowerCase(Locale.ROOT);
        boolean known = scheme.equals("https") || scheme.equals("http");
        boolean same = known && without(port, origin.substring(authority)).equals(without(port, host));
        return same || options.origins.test(origin);
    }

    private static String without(String port, String authority) {
        return authority.endsWith(port) ? authority.substring(0, authority.length() - port.length()) : authority;
    }

    private static @Nullable String protocol(Headers asked, WebSocketOptions options) {
        return Elements.of(asked.all(PROTOCOL)).stream()
                .filter(options.protocols::contains)
                .findFirst()
                .orElse(null);
    }

    /** What proves that a request was understood. */
    static String accept(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest((key + GUID).getBytes(StandardCharsets.ISO_8859_1));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
