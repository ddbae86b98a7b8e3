package dev.weir.net.http.wire;

import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the fields of HEADERS frames, as strictly as a head of HTTP/1.1 (RFC 9113 section 8). */
public final class Http2Head {
    /*
     * What does not belong to HTTP/2, or could become another request on its way through a server that speaks
     * HTTP/1.1 to others, is malformed: the fields that frame or manage a connection, two different hosts, a
     * target that is more than a path and a query, capitals in names, spaces around values, controls anywhere.
     */
    private static final Set<String> OF_HTTP_1 =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

    private static final AsciiString STATUS = Http2Headers.PseudoHeaderName.STATUS.value();

    private final List<String> fields = new ArrayList<>();
    private @Nullable String method;
    private @Nullable String scheme;
    private @Nullable String authority;
    private @Nullable String path;
    private @Nullable String host;
    private @Nullable String protocol;
    private @Nullable StringBuilder cookie;

    private Http2Head() {}

    /**
     * The request that the fields make.
     *
     * @param last whether it has no body
     * @throws BadRequest 400 if it is malformed: then the stream is to be reset
     */
    public static RequestHead parse(Http2Headers headers, boolean last, int maxFields, int maxLine) throws BadRequest {
        Http2Head head = new Http2Head();
        for (Map.Entry<CharSequence, CharSequence> field : headers) {
            head.take(field.getKey(), field.getValue().toString());
        }
        return head.finish(last, maxFields, maxLine);
    }

    /**
     * The head of a response that the fields make.
     *
     * @throws BadRequest if it is malformed
     */
    public static StatusHead response(Http2Headers headers, int maxFields) throws BadRequest {
        List<CharSequence> told = headers.getAll(STATUS);
        int status = told.size() != 1 || told.getFirst().length() != 3
                ? -1
                : Chars.amount(told.getFirst().toString());
        if (status < 100) {
            throw new BadRequest("the response has no status, or several");
        }
        if (headers.size() - 1 > maxFields) {
            throw new BadRequest("the response has more than " + maxFields + " header fields");
        }
        List<String> fields = new ArrayList<>(2 * headers.size());
        for (Map.Entry<CharSequence, CharSequence> entry : headers) {
            if (STATUS.contentEquals(entry.getKey())) {
                continue;
            }
            FieldLine line = field(entry.getKey(), entry.getValue().toString());
            if (OF_HTTP_1.contains(line.name())) {
                throw new BadRequest("the response has the field " + line.name() + ", which HTTP/2 does not have");
            }
            fields.add(line.name());
            fields.add(line.value());
        }
        return Meaning.of(status, false, fields.toArray(new String[0]));
    }

    /** The fields behind a body: name, value, name, value … */
    static List<String> trailers(Http2Headers headers, int maxFields) throws BadRequest {
        List<String> fields = new ArrayList<>(2 * headers.size());
        for (Map.Entry<CharSequence, CharSequence> field : headers) {
            Trailers.add(fields, field(field.getKey(), field.getValue().toString()), maxFields);
        }
        return fields;
    }

    private static boolean isPseudo(CharSequence name) {
        return !name.isEmpty() && name.charAt(0) == ':';
    }

    private void take(CharSequence name, String value) throws BadRequest {
        if (isPseudo(name)) {
            pseudo(name.toString(), value);
            return;
        }
        FieldLine line = field(name, value);
        if (OF_HTTP_1.contains(line.name())) {
            throw new BadRequest("a header field is of HTTP/1.1 only");
        }
        switch (line.name()) {
            case "te" -> {
                if (!value.equals("trailers")) {
                    throw new BadRequest("the te field may only say trailers");
                }
                add("te", value);
            }
            case "host" -> host = once(host, value);
            case "cookie" -> crumb(value);
            default -> add(line.name(), line.value());
        }
    }

    private void crumb(String value) {
        StringBuilder all = cookie == null ? new StringBuilder() : cookie;
        all.append(all.isEmpty() || value.isEmpty() ? "" : "; ").append(value);
        cookie = all;
    }

    private void pseudo(String name, String value) throws BadRequest {
        if (!fields.isEmpty()) {
            throw new BadRequest("a pseudo-header field comes after others");
        }
        switch (name) {
            case ":method" -> method = once(method, value);
            case ":scheme" -> scheme = once(scheme, value);
            case ":authority" -> authority = once(authority, value);
            case ":path" -> path = once(path, value);
            case ":protocol" -> protocol = once(protocol, value);
            default -> throw new BadRequest("the request has an unknown pseudo-header field");
        }
    }

    private static String once(@Nullable String before, String value) throws BadRequest {
        if (before != null) {
            throw new BadRequest("there is a field twice that may come once");
        }
        return value;
    }

    private void add(String name, String value) {
        fields.add(name);
        fields.add(value);
    }

    private static FieldLine field(CharSequence name, String value) throws BadRequest {
        AsciiString ascii = AsciiString.of(name);
        for (int i = 0; i < ascii.length(); i++) {
            byte c = ascii.byteAt(i);
            if (!Chars.isToken(c) || (c >= 'A' && c <= 'Z')) {
                throw new BadRequest("the name of a header field is malformed");
            }
        }
        if (ascii.isEmpty() || !Chars.isValue(value) || !value.equals(value.strip())) {
            throw new BadRequest("a header field is malformed");
        }
        return new FieldLine(FieldNames.of(ascii.array(), ascii.arrayOffset(), ascii.length()), value);
    }

    private RequestHead finish(boolean last, int maxFields, int maxLine) throws BadRequest {
        if (cookie != null) {
            add("cookie", cookie.toString()); // RFC 9113 section 8.2.3
        }
        if (authority != null && host != null && !authority.equalsIgnoreCase(host)) {
            throw new BadRequest("the request names two hosts");
        }
        String named = authority != null ? authority : host;
        if (named != null) {
            fields.addFirst(named);
            fields.addFirst("host");
        }
        if (fields.size() / 2 > maxFields) {
            throw new BadRequest(431, "the request has more than " + maxFields + " header fields");
        }
        String verb = protocol == null ? method() : tunnel(last);
        boolean empty = last || protocol != null;
        RequestHead head =
                Meaning.of(verb, target(verb, maxLine), false, fields.toArray(new String[0]), empty ? 0 : -1);
        if (empty && head.hasBody()) {
            throw new BadRequest("the request has a content-length and no body");
        }
        return head;
    }

    /** What asks for another protocol on its stream is, for handlers, what asks for it by HTTP/1.1 (RFC 8441 section 5). */
    private String tunnel(boolean last) throws BadRequest {
        if (!"CONNECT".equals(method) || last) {
            throw new BadRequest("a protocol is asked for with CONNECT, on a stream that goes on");
        }
        if (!"websocket".equals(protocol)) {
            throw new BadRequest(501, "the only protocol that is spoken in streams here is websocket");
        }
        add("connection", "upgrade");
        add("upgrade", "websocket");
        return "GET";
    }

    private String method() throws BadRequest {
        if (method == null || !Chars.isToken(method)) {
            throw new BadRequest("the method is missing or malformed");
        }
        return method;
    }

    private String target(String verb, int maxLine) throws BadRequest {
        if (verb.equals("CONNECT")) {
            return "/"; // refused in any case
        }
        if (scheme == null || !(scheme.equals("http") || scheme.equals("https"))) {
            throw new BadRequest("the scheme is missing or neither http nor https");
        }
        boolean whole = verb.equals("OPTIONS") && "*".equals(path);
        if (path == null || !Chars.isTarget(path) || !(whole || path.startsWith("/"))) {
            throw new BadRequest("the path is missing or malformed");
        }
        if (path.length() > maxLine) {
            throw new BadRequest(414, "the path is longer than " + maxLine + " bytes");
        }
        return path;
    }
}
