package dev.weir.net.websocket;

import dev.weir.Many;
import dev.weir.net.loop.Inbound;
import dev.weir.net.loop.OneReader;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The pieces of a message that has begun, for one subscriber. */
final class MessagePieces<T> implements Inbound.Feed<T> {
    private static final OneReader.Subject MESSAGE =
            new OneReader.Subject("the message", "it comes once, so keep what the first one makes of it");
    private static final String NOBODY = "nobody";

    /** Makes a piece of bytes; null if that needs more of them. */
    private interface Maker<T> {
        @Nullable
        T piece(byte[] bytes, boolean last);
    }

    private final StreamReader reader;
    private final Maker<T> maker;
    private final Function<Many<T>, MessageStream> stream;
    private final OneReader one = new OneReader(MESSAGE);
    private final Inbound<T> pieces;
    private boolean done;
    private boolean gone;

    private MessagePieces(StreamReader reader, Maker<T> maker, Function<Many<T>, MessageStream> stream) {
        this.reader = reader;
        this.maker = maker;
        this.stream = stream;
        this.pieces = new Inbound<>(reader.socket().share().loop(), this, one);
    }

    static MessagePieces<String> text(StreamReader reader) {
        TextDecoder decoder = new TextDecoder();
        return new MessagePieces<>(
                reader,
                (bytes, last) -> {
                    decoder.add(bytes, last);
                    String text = decoder.take();
                    return text.isEmpty() ? null : text;
                },
                MessageStream::text);
    }

    static MessagePieces<ByteBuffer> binary(StreamReader reader) {
        return new MessagePieces<>(
                reader, (bytes, last) -> bytes.length == 0 ? null : ByteBuffer.wrap(bytes), MessageStream::binary);
    }

    MessageStream stream() {
        Flow.Publisher<T> publisher = this::subscribe;
        return stream.apply(Many.from(publisher));
    }

    private void subscribe(Flow.Subscriber<? super T> subscriber) {
        if (one.isTakenBy(NOBODY)) {
            Inbound.refuse(
                    subscriber,
                    new IllegalStateException("the message was skipped, because the next one was asked for before this"
                            + " one's pieces: read it first, with concatMap or mapAsync(1, ..)"));
        } else {
            pieces.subscribe(subscriber, "pieces()");
        }
    }

    /** Lets nobody read it any more; false if somebody does, or is about to. */
    boolean skip() {
        return gone || one.isTakenBy(NOBODY) || one.take(NOBODY);
    }

    /** Whether somebody has read it, and does not any more. */
    boolean isGone() {
        return gone;
    }

    void drain() {
        pieces.drain();
    }

    void fail(Throwable failure) {
        pieces.fail(failure);
    }

    @Override
    public @Nullable T next() {
        try {
            for (byte[] part = reader.part(pieces); part != null; part = reader.part(pieces)) {
                done = reader.isLast();
                T piece = maker.piece(part, done);
                if (done) {
                    reader.ended();
                }
                if (done || piece != null) {
                    reader.socket().serveSoon(); // what stands next may need no demand
                    return piece;
                }
            }
            return null;
        } catch (WebSocketException bad) {
            throw reader.socket().refuse(bad);
        }
    }

    @Override
    public boolean isFinished() {
        return done;
    }

    @Override
    public void more() {
        reader.socket().read();
    }

    @Override
    public void abandoned() {
        gone = true;
        reader.gone();
    }

    @Override
    public void looked() {
        reader.looked();
    }
}
