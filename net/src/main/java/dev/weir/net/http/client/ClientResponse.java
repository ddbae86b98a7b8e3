package dev.weir.net.http.client;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Headers;
import dev.weir.net.http.HttpMessage;
import dev.weir.net.http.Response;
import dev.weir.net.http.TypeOf;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.http.client.line.Answer;
import dev.weir.net.http.content.Decoding;
import dev.weir.net.http.content.Looking;
import dev.weir.net.http.content.Saving;
import dev.weir.net.http.wire.Chars;
import dev.weir.net.loop.Reader;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A response. Its body can be read once, by one of {@link #bytes}, {@link #text}, {@link #as}, {@link #asMany},
 * {@link #forEachPiece}, {@link #saveTo} and {@link #body}; it comes off the
 * network as it is read.
 */
@CheckReturnValue
public final class ClientResponse implements HttpMessage<ClientResponse> {
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");
    private static final int MOST_STATUS = 599;

    private final ClientRequest request;
    private final Answer answer;
    private final Headers headers;
    private final Function<Reader, Many<ByteBuffer>> body;
    private final String note;

    ClientResponse(ClientRequest request, Answer answer) {
        this(request, answer, headers(answer), answer.body(), "");
    }

    private ClientResponse(
            ClientRequest request,
            Answer answer,
            Headers headers,
            Function<Reader, Many<ByteBuffer>> body,
            String note) {
        this.request = request;
        this.answer = answer;
        this.headers = headers;
        this.body = body;
        this.note = note;
    }

    private static Headers headers(Answer answer) {
        Headers sent = Headers.of(answer.fields());
        return answer.decoded() ? sent.without("content-encoding").without("content-length") : sent;
    }

    /** This response, with what is to be said after its status. */
    ClientResponse withNote(String newNote) {
        return new ClientResponse(request, answer, headers, body, newNote);
    }

    String note() {
        return note;
    }

    /** The status code, 200 to 599 and whatever else servers invent. */
    public int status() {
        return answer.status();
    }

    /** Whether the status is 200 to 299. */
    public boolean isOk() {
        return status() >= 200 && status() < 300;
    }

    /** The fields, which came with names in lower case; without those that are about compression if it was undone. */
    @Override
    public Headers headers() {
        return headers;
    }

    /**
     * What {@code Content-Length} says: how many bytes the body has, or would have if it were not for {@code HEAD} or 304; -1 if
     * that is not known before it was read, or it was decoded.
     */
    public long length() {
        String said = header("content-length");
        return said != null && LENGTH.matcher(said).matches() ? Long.parseLong(said) : -1;
    }

    /** {@code HTTP/1.1}, {@code HTTP/1.0} or {@code HTTP/2.0}: what the server speaks. */
    public String protocol() {
        return answer.protocol();
    }

    /** What was asked for in the end, after redirects. */
    public URI uri() {
        return request.url().uri();
    }

    /**
     * The fields behind the body (RFC 9110 section 6.5), bounded as those before it; empty before all of the body was read, and
     * if there are none. Those that no message may have there are refused with the body.
     */
    public Headers trailers() {
        return Headers.of(answer.trailers().get());
    }

    @Override
    public ClientResponse withHeaders(Headers newHeaders) {
        return new ClientResponse(request, answer, newHeaders, body, note);
    }

    @Override
    public ClientResponse withBody(byte[] newBody) {
        Objects.requireNonNull(newBody, "body");
        return withBody(Many.defer(() -> instead(newBody))).withHeader("content-length", "" + newBody.length);
    }

    private Many<ByteBuffer> instead(byte[] newBody) {
        drop();
        return Many.of(ByteBuffer.wrap(newBody));
    }

    /**
     * This response with another body, of unknown length, which may be made of this one's; what is left of that when it
     * ends is dropped.
     */
    @Override
    public ClientResponse withBody(Many<ByteBuffer> newBody) {
        Objects.requireNonNull(newBody, "body");
        Many<ByteBuffer> whole = newBody.doFinally(ending -> drop()); // what it is not made of, nobody reads
        return new ClientResponse(request, answer, headers.without("content-length"), reader -> whole, note);
    }

    /** The body in pieces, of any size in all; the server is stopped while no piece is demanded. */
    public Many<ByteBuffer> body() {
        return body("body()");
    }

    /** The body, for a reader of that name, which is told whoever comes too late. */
    Many<ByteBuffer> body(String reader) {
        return body.apply(Reader.keeping(reader));
    }

    /** The body, whose pieces are good only until who gets them returns, on the event loop. */
    Many<ByteBuffer> looked(String reader) {
        return body.apply(Reader.looking(reader));
    }

    /**
     * Looks at the body piece by piece, without a copy: a piece is good only until {@code look} returns, and shows then what
     * comes next, of whatever connection. It is called on an event loop and must not block. Gives the number of bytes; fails
     * with what {@code look} throws.
     */
    public One<Long> forEachPiece(Consumer<? super ByteBuffer> look) {
        return Looking.at(looked("forEachPiece(..)"), look);
    }

    /** The whole body; fails if it is larger than {@code maxBody}, or there is no memory for it: {@code maxHeldBytes}. */
    public One<byte[]> bytes() {
        return Counted.whole(this, "bytes()");
    }

    /** The failure of a body that there is no memory for. */
    RuntimeException full() {
        return answer.exchange().full();
    }

    /**
     * The whole body as text, in the charset of its type, UTF-8 if that names none; fails as {@link #bytes} does, and with
     * {@link ClientException} {@code VALUE} if it has a {@code Content-Encoding} that was not undone.
     */
    public One<String> text() {
        if (isCoded()) {
            return One.fail(() -> coded("text()"));
        }
        Charset charset = TextCharset.of(headers.get("content-type"));
        return Counted.whole(this, "text()").map(bytes -> new String(bytes, charset));
    }

    /**
     * Writes the body to a new file, of any size; what was written is deleted if it fails. Gives the number of bytes.
     * Fails with {@link java.nio.file.FileAlreadyExistsException} if there is such a file. What makes the pieces of a
     * body of {@code withBody(..)} runs on few threads for files, and must not block.
     */
    public One<Long> saveTo(Path file) {
        return Saving.to(Objects.requireNonNull(file, "file"), body("saveTo(..)"))
                .doOnError(unread -> drop());
    }

    /**
     * The whole body as a value, by the client's codec. Fails with {@link ClientException}: {@code VALUE} if its type is
     * not what the codec reads, or it is no such value; else as {@link #bytes} does.
     */
    public <T> One<T> as(Class<T> type) {
        return as(TypeOf.of(type));
    }

    /** As {@link #as(Class)}, for types with parameters. */
    public <T> One<T> as(TypeOf<T> type) {
        return BodyValues.one(this, type);
    }

    /**
     * The body as values, one a line (NDJSON: {@code application/x-ndjson}), decoded as they are asked for, of any
     * number. Fails as {@link #as(Class)} does; a line may be as long as {@code maxBody}.
     */
    public <T> Many<T> asMany(Class<T> type) {
        return asMany(TypeOf.of(type));
    }

    /** As {@link #asMany(Class)}, for types with parameters. */
    public <T> Many<T> asMany(TypeOf<T> type) {
        return BodyValues.many(this, type);
    }

    /**
     * This response as a server's, to be sent on as an intermediary does (RFC 9110 section 7.6): its status, fields and body,
     * without {@code Connection}, what that names, and the other fields of a connection. The body is read as it is sent, and let
     * go of if it is not. If it was decoded, what described the coded form goes, and its {@code ETag} becomes a weak one. {@code
     * Date} is the server's own. Conditions and ranges of a request of {@link HttpClient#forward} were for the server behind to
     * look at, and are not looked at again; those of others are, as of any response.
     *
     * @throws ClientException {@code PROTOCOL} if the status is more than 599: a server answers with 502 then
     */
    public Response forward() {
        if (status() > MOST_STATUS) {
            drop();
            throw failure(Reason.PROTOCOL, "the server answered " + status() + ", which is no status of HTTP");
        }
        return Forwarding.of(this, answer.decoded());
    }

    ClientRequest request() {
        return request;
    }

    /** Where its body comes. */
    Executor eventLoop() {
        return answer.loop();
    }

    /** Nobody will read it, or the rest of it. */
    void drop() {
        answer.exchange().cancel();
    }

    /** Whether the body is not what its type says but a coded form of it. */
    boolean isCoded() {
        return !answer.empty() && headers.all("content-encoding").stream().anyMatch(coding -> !Decoding.isNone(coding));
    }

    /** The failure of what can't be made of a coded form, of which nobody will read more. */
    ClientException coded(String reader) {
        drop();
        return failure(
                Reason.VALUE,
                "the response has the Content-Encoding "
                        + Chars.visible(String.join(", ", headers.all("content-encoding")))
                        + ", which was not undone, so " + reader
                        + " can't read it; bytes() and body() give it as it is");
    }

    /** A failure that is about it. */
    ClientException failure(Reason reason, String what) {
        return new ClientException(reason, request + ": " + what);
    }

    @Override
    public String toString() {
        return request + " -> " + status() + note;
    }
}
