package dev.weir.net.websocket;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.http.Headers;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.link.Links;
import dev.weir.net.loop.Confided;
import dev.weir.net.loop.Reader;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * An open WebSocket. All methods may be called on any thread.
 *
 * <p>Both directions keep the receiver's pace: the connection is read when messages are demanded, and a stream that is
 * sent is asked for more only while less than 64 KiB wait for the connection. A consumer that demands nothing hears
 * nothing either, not even a Close or a ping behind a message, so it should drop what it does not want rather than
 * leave it.
 */
@CheckReturnValue
public final class WebSocket {
    static {
        Confided.set(WebSocket.class, (Links.Opener<WebSocket>) (socket, framing, speaker) -> Many.<Void>emitter(
                        Overflow.fail(), emitter -> MessageLink.speak(socket.socket, speaker, emitter))
                .first());
    }

    private final SocketHandler socket;
    private final Handshaken agreed;
    private volatile @Nullable One<CloseReason> end; // made when somebody asks: one for all, which forgets who has left

    WebSocket(SocketHandler socket, Handshaken agreed) {
        this.socket = socket;
        this.agreed = agreed;
    }

    /** What a server does with a WebSocket. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Called on the connection's event loop: it must not block. The WebSocket is closed with 1000 when the One
         * ends, with 1011 when it fails; the One is cancelled when the peer has gone.
         */
        One<@Nullable Void> handle(WebSocket socket) throws Exception;
    }

    /** As {@link #accept(Request, WebSocketOptions, Handler)} with the default options. */
    public static One<Response> accept(Request request, Handler handler) {
        return accept(request, WebSocketOptions.defaults(), handler);
    }

    /**
     * Answers a request for a WebSocket (RFC 6455 section 4.2): 101, after which the handler is called. A page may
     * connect if it is from the host that the request is for, or from an origin that the options allow; else the
     * answer is 403. A request that is none for a WebSocket of version 13 is answered with 400, 405 or 426.
     */
    public static One<Response> accept(Request request, WebSocketOptions options, Handler handler) {
        return One.of(ServerHandshake.answer(request, options, handler));
    }

    /** A handler of requests that {@linkplain #accept(Request, Handler) accepts} each. */
    public static dev.weir.net.http.Handler accepting(Handler handler) {
        Objects.requireNonNull(handler, "handler");
        return request -> accept(request, handler);
    }

    /**
     * What the peer sends, to be subscribed to once. Completes when a Close was sent, or one came with 1000, 1001, a code of
     * the application's own (3000 to 4999) or none. Fails with {@link WebSocketException} if one came with another code,
     * which means that something went wrong (RFC 6455 section 7.4.1), or if the peer breaks the protocol or a limit; with
     * {@link java.io.IOException} if the connection is lost. At a client, what has come before that can be read still, unless
     * nobody has subscribed by then.
     */
    public Many<Message> messages() {
        return Many.from(socket.incoming().messages().by(Reader.keeping("messages()")));
    }

    /**
     * What the peer sends, each message in pieces as they come, of up to 64 KiB, in place of {@link #messages}: of any
     * size, which {@code maxMessage} does not limit, however few frames it comes in. Ends as that does; so do the pieces of
     * a message that does not come to its end, which always fail.
     *
     * <p>One message is read after the other, and each once: the next comes when the one before is at its end; one that nobody
     * has begun to read when the next is asked for is skipped. So {@code concatMap} may take its time with a message. Pieces
     * of text have whole characters.
     */
    public Many<MessageStream> streams() {
        Flow.Publisher<MessageStream> streams = socket.incoming()::streams;
        return Many.from(streams);
    }

    /**
     * Sends the messages. Ends when all are on their way; fails when the WebSocket is closed before that. Several
     * sends may run: their messages alternate.
     */
    public One<@Nullable Void> send(Many<Message> messages) {
        Objects.requireNonNull(messages, "messages");
        return Many.<Void>emitter(Overflow.fail(), emitter -> socket.send(messages, emitter))
                .first();
    }

    /** Sends one message; ends as {@link #send(Many)} does. */
    public One<@Nullable Void> send(Message message) {
        Objects.requireNonNull(message, "message");
        return Many.<Void>emitter(Overflow.fail(), emitter -> socket.send(message, emitter))
                .first();
    }

    /**
     * Sends one message in pieces, which are asked for when it is its turn, and as the peer takes them; ends as {@link
     * #send(Many)} does. Other messages wait until it is at its end, pings do not. If the pieces fail when some have been
     * sent, or the One is cancelled then, the WebSocket is closed with 1011: its peer waits for the rest.
     */
    public One<@Nullable Void> send(MessageStream message) {
        Objects.requireNonNull(message, "message");
        return Many.<Void>emitter(Overflow.fail(), emitter -> socket.send(message, emitter))
                .first();
    }

    /** Sends one message of text. */
    public One<@Nullable Void> send(String text) {
        return send(Message.text(text));
    }

    /** Sends a ping; gives the time until the pong. Silent peers are pinged anyway, see {@link WebSocketOptions}. */
    public One<Duration> ping() {
        return Many.<Duration>emitter(Overflow.buffer(1), socket::ping).first().map(Objects::requireNonNull);
    }

    /** Closes with 1000: see {@link #close(int, String)}. */
    public void close() {
        close(CloseReason.NORMAL, "");
    }

    /**
     * Returns at once; the WebSocket sends what was given to be sent, then a Close, and waits for the peer's, for the options'
     * {@code closeTimeout} in all: {@link #closed} ends then. Streams that are being sent fail, {@link #messages} complete at once. Does nothing if the WebSocket is
     * closed or closing.
     *
     * @param code 1000, or one of 3000 to 4999 of the application's own, or another of RFC 6455 that may be sent
     * @param reason for people, at most 123 bytes of UTF-8
     * @throws IllegalArgumentException if the code or reason can't be sent
     */
    public void close(int code, String reason) {
        CloseReason checked = new CloseReason(code, reason).checked();
        var _ = socket.onLoop(() -> socket.close(checked));
    }

    /**
     * Ends when the connection is closed: with what the peer's Close said; with our own reason if the peer was
     * refused; with {@link CloseReason#ABNORMAL} if the connection was lost.
     */
    public One<CloseReason> closed() {
        One<CloseReason> known = end;
        if (known == null) {
            known = One.from(socket.outcome());
            end = known;
        }
        return known;
    }

    /** The subprotocol that was agreed on, or null. */
    public @Nullable String protocol() {
        return agreed.protocol();
    }

    /** Whether messages are compressed: both sides are willing to. */
    public boolean isCompressed() {
        return agreed.deflate() != null;
    }

    /** The header of the request on a server, of the response on a client. */
    public Headers headers() {
        return agreed.headers();
    }
}
