package dev.weir.net.http;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.wire.RequestHead;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request. Its body can be read once, by one of {@link #bytes}, {@link #text} and {@link #body}. */
public final class Request {
    private final RequestHead head;
    private final String path;
    private final Headers headers;
    private final Peer peer;
    private final RequestBody body;
    private final Params params;

    Request(RequestHead head, String path, Headers headers, Peer peer, RequestBody body, Params params) {
        this.head = head;
        this.path = path;
        this.headers = headers;
        this.peer = peer;
        this.body = body;
        this.params = params;
    }

    Request with(Params newParams) {
        return new Request(head, path, headers, peer, body, newParams);
    }

    /** The method, in the case in which it was sent. */
    public String method() {
        return head.method();
    }

    /** The path, without the query, with its escapes undone: {@code %2F} has become a slash like the others. */
    public String path() {
        return path;
    }

    /** The target as it was sent: path and query. */
    public String target() {
        return head.target();
    }

    /** The path as it was sent. */
    String rawPath() {
        return head.path();
    }

    /**
     * The part of the path at {@code {name}} in the route's pattern, with its escapes undone.
     *
     * @throws IllegalArgumentException if the pattern has no such parameter
     */
    public String param(String name) {
        return params.get(name);
    }

    Params params() {
        return params;
    }

    /**
     * The first value of that name in the query, with its escapes undone, or null.
     *
     * @throws HttpException 400 if an escape is malformed, here and in the two methods below
     */
    public @Nullable String query(String name) {
        List<String> values = queries().get(name);
        return values == null ? null : values.getFirst();
    }

    /** All values of that name in the query. */
    public List<String> queryAll(String name) {
        return queries().getOrDefault(name, List.of());
    }

    /** The query's names and their values, in order. */
    public Map<String, List<String>> queries() {
        return Query.parse(head.query());
    }

    public Headers headers() {
        return headers;
    }

    /** The value of the first header field of that name, or null. */
    public @Nullable String header(String name) {
        return headers.get(name);
    }

    /**
     * Who is at the other end of the connection, which may be a proxy. Of a Unix domain socket it is the loopback
     * address with port 0: processes have no address there.
     */
    public InetSocketAddress remoteAddress() {
        return peer.address();
    }

    /** Whether the connection is encrypted with TLS. */
    public boolean isSecure() {
        return peer.secure();
    }

    /** {@code https} if the connection is encrypted, else {@code http}, whatever the request says. */
    public String scheme() {
        return peer.secure() ? "https" : "http";
    }

    /** The certificates that the client has proved to have, its own first; empty if it was not asked or has none. */
    public List<X509Certificate> peerCertificates() {
        return peer.certificates();
    }

    /** The whole body; fails with {@link HttpException} 413 if it is larger than the server's {@code maxBody}. */
    public One<byte[]> bytes() {
        return body.whole();
    }

    /** The whole body as text, in the charset of its type, UTF-8 if that names none. */
    public One<String> text() {
        return bytes().map(bytes -> new String(bytes, Charsets.of(headers)));
    }

    /** The body in pieces, of any size in all; the client is stopped while no piece is demanded. */
    public Many<ByteBuffer> body() {
        return body.pieces();
    }

    @Override
    public String toString() {
        return head.method() + " " + head.target();
    }
}
