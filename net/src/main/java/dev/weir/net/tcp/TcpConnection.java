package dev.weir.net.tcp;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.loop.Outbound;
import dev.weir.net.loop.Output;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * An open connection. The input can be read once: bit by bit with {@link #readLine()} and its like, one after the other,
 * and what is left as one stream of lines, messages or bytes. One send runs at a time: one that
 * begins while another one runs fails with {@link IllegalStateException}; streams are merged, or chained. Both keep the
 * peer's pace: the socket is read when items are demanded, and a stream that is sent is asked for more only while less
 * than 64 KiB wait for the socket.
 */
@CheckReturnValue
public final class TcpConnection {
    private final ConnectionHandler handler;
    private final Reads reads;
    private final Sends sends;
    /** Made when somebody asks: one for all, which forgets who has left. */
    private volatile @Nullable One<@Nullable Void> end;

    TcpConnection(ConnectionHandler handler) {
        this.handler = handler;
        this.reads = handler.reads();
        this.sends = handler.sends();
    }

    /** Runs tasks on the connection's event loop, at once if that is where it is told so. */
    Executor loop() {
        return task -> {
            if (!handler.onLoop(task)) {
                throw new RejectedExecutionException("the connection is closed");
            }
        };
    }

    /** The peer's address; of a Unix domain socket the loopback and port 0: processes have no address there. */
    public InetSocketAddress remoteAddress() {
        return handler.peer();
    }

    /** Whether the connection is encrypted with TLS. */
    public boolean isSecure() {
        return handler.identity().secure();
    }

    /** The certificates that the peer has proved to have, its own first; empty if it was not asked or has none. */
    public List<X509Certificate> peerCertificates() {
        return handler.identity().certificates();
    }

    /**
     * The lines that the peer sends, in UTF-8. A line feed ends a line, and one carriage return before it belongs to the
     * end; any other carriage return is content, which {@link #sendLines} takes, too. The last line need not be ended.
     *
     * <p>Completes when the peer has sent its last byte or the server shuts down; fails with {@link
     * LineTooLongException}, or with {@link java.io.IOException} when the connection breaks: by a reset, as when what the
     * peer did with it has failed, and over TLS also when the peer goes without having said so.
     */
    public Many<String> lines() {
        return reads.lines();
    }

    /** What the peer sends, in pieces as they come; ends as {@link #lines()} does. */
    public Many<ByteBuffer> bytes() {
        return reads.bytes();
    }

    /**
     * The messages that a framer finds in what the peer sends; ends as {@link #lines()} does, and fails with what the
     * framer throws, with {@link FrameTooLongException}, or with {@link java.io.EOFException} if the peer ends in the middle
     * of a message.
     */
    public <T> Many<T> frames(Framer<T> framer) {
        Objects.requireNonNull(framer, "framer");
        return reads.frames(framer);
    }

    /**
     * The next line; null if there is none, as the peer has sent its last byte. What follows is left to be read, so an
     * answer is {@code connection.sendLine(question).then(connection.readLine())}. Fails as {@link #lines()} does.
     */
    public One<@Nullable String> readLine() {
        return reads.line();
    }

    /** The next message, as {@link #frames} has it; null if there is none. What follows is left to be read. */
    public <T> One<@Nullable T> read(Framer<T> framer) {
        Objects.requireNonNull(framer, "framer");
        return reads.frame(framer);
    }

    /** The next bytes, just so many; null if there are none. As {@link #read(Framer)}. */
    public One<@Nullable ByteBuffer> read(int bytes) {
        return reads.frame(Framer.fixedLength(bytes));
    }

    /**
     * Sends each line with a line feed after it, so that {@link #lines} of the peer gives the same lines: a carriage
     * return inside a line is content, and a line that has one at its end is ended by CR LF. Ends when all are on
     * their way; fails with {@link IllegalArgumentException} at a line with a line feed inside, which would be two.
     */
    public One<@Nullable Void> sendLines(Many<String> lines) {
        Objects.requireNonNull(lines, "lines");
        return sending(lines, TcpConnection::writeLine);
    }

    /** Sends one line. */
    public One<@Nullable Void> sendLine(String line) {
        Objects.requireNonNull(line, "line");
        return sendLines(Many.of(line));
    }

    /** Sends messages as a {@link Framer} of the peer finds them. Ends when all are on their way. */
    public <T> One<@Nullable Void> sendFrames(Many<T> messages, FrameEncoder<? super T> encoder) {
        Objects.requireNonNull(messages, "messages");
        Objects.requireNonNull(encoder, "encoder");
        return sending(messages, (message, out) -> out.bytes(encoder.encode(message)));
    }

    /** Sends one message, as {@link #sendFrames}. */
    public <T> One<@Nullable Void> sendFrame(T message, FrameEncoder<? super T> encoder) {
        Objects.requireNonNull(message, "message");
        return sendFrames(Many.of(message), encoder);
    }

    /** Sends the remaining bytes of each buffer. Ends when all are on their way. */
    public One<@Nullable Void> send(Many<ByteBuffer> bytes) {
        Objects.requireNonNull(bytes, "bytes");
        return sending(bytes, (buffer, out) -> out.bytes(buffer));
    }

    /** Sends the remaining bytes of one buffer. */
    public One<@Nullable Void> send(ByteBuffer bytes) {
        Objects.requireNonNull(bytes, "bytes");
        return send(Many.of(bytes));
    }

    private <T> One<@Nullable Void> sending(Many<T> items, Outbound.Encoder<? super T> encoder) {
        return Many.<Void>emitter(Overflow.fail(), emitter -> sends.send(items, encoder, emitter))
                .first();
    }

    private static void writeLine(String line, Output out) {
        if (line.indexOf('\n') >= 0) {
            throw new IllegalArgumentException(
                    "a line to send has a line feed inside: send its parts as lines of their own");
        }
        out.bytes(line.getBytes(StandardCharsets.UTF_8));
        if (line.endsWith("\r")) {
            out.octet('\r'); // else the line's own would be taken for a part of the end
        }
        out.octet('\n');
    }

    /**
     * Tells the peer that nothing more comes, after what was sent before; what it answers can still be read. A peer that
     * reads to the end waits for that. Later sends fail with {@link IllegalStateException}, and so does this while a send
     * runs. Over TLS a goodbye ends both directions, and a peer over a Unix domain socket may close at it.
     */
    public One<@Nullable Void> finish() {
        return Many.<Void>emitter(Overflow.fail(), sends::finish).first();
    }

    /**
     * Closes the connection when what was sent is on its way; sends that still run fail. The peer sees an end, as if all
     * had been said: see {@link #abort()}.
     */
    public void close() {
        var _ = handler.onLoop(handler::finish);
    }

    /**
     * Breaks the connection off, so that the peer sees a failure and does not take what it has got for the whole: what was
     * sent is given to the system, then the connection is reset, over TLS without a goodbye. Sends that still run fail. A
     * reset overtakes what the peer's system has not taken yet. Over a Unix domain socket without TLS there is no reset:
     * there the peer sees an end.
     */
    public void abort() {
        var _ = handler.onLoop(handler::abort);
    }

    /** Ends when the connection is closed, by whomever. */
    public One<@Nullable Void> closed() {
        return One.defer(() -> {
            One<@Nullable Void> known = end();
            boolean isClosed = handler.channel().closeFuture().isDone();
            return isClosed ? One.ofNull() : known; // a loop that has ended tells nobody
        });
    }

    private One<@Nullable Void> end() {
        One<@Nullable Void> known = end;
        if (known == null) {
            CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
            known = One.from(closed);
            end = known;
            var _ = handler.channel().closeFuture().addListener(done -> closed.complete(null));
        }
        return known;
    }
}
