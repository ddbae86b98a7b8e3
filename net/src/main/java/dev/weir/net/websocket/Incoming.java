package dev.weir.net.websocket;

import dev.weir.net.loop.Inbound;
import dev.weir.net.loop.Input;
import dev.weir.net.loop.OneReader;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** What comes on a WebSocket, for the one who reads it: as messages, in pieces of them, or for a protocol. */
final class Incoming implements Input {
    private static final OneReader.Subject WEB_SOCKET = new OneReader.Subject(
            "the WebSocket",
            "its messages come once: answer them in messages().concatMap(..), or take them one by one from"
                    + " messages().iterate() in One.blocking(..)");
    private static final String PROTOCOL = "the protocol that is spoken over it";

    private final SocketHandler socket;
    private final MessageReader reader;
    private final OneReader one = new OneReader(WEB_SOCKET);
    private final Inbound<Message> messages;
    private Input input;
    private @Nullable Throwable failure;

    Incoming(SocketHandler socket, MessageReader reader) {
        this.socket = socket;
        this.reader = reader;
        this.messages = new Inbound<>(socket.share().loop(), reader, one);
        this.input = messages;
    }

    // ------------------------------------------------------------ for any thread

    Inbound<Message> messages() {
        return messages;
    }

    /** Has the messages read in pieces. */
    void streams(Flow.Subscriber<? super MessageStream> subscriber) {
        if (!one.take("streams()")) {
            Inbound.refuse(subscriber, one.refusal());
        } else if (!socket.onLoop(() -> begin(subscriber))) {
            Inbound.refuse(subscriber, Sender.closed());
        }
    }

    // ------------------------------------------------------------ on the event loop

    private void begin(Flow.Subscriber<? super MessageStream> subscriber) {
        StreamReader streams = reader.streams(one);
        input = streams;
        if (failure != null) {
            streams.fail(failure);
        }
        streams.open(subscriber);
    }

    /** Whether somebody reads, or has read. */
    boolean isTaken() {
        return one.isTaken();
    }

    /** Fails if somebody reads. */
    void checkFree() {
        if (isTaken()) {
            throw one.refusal();
        }
    }

    void speak(Flow.Subscriber<? super Message> link) {
        messages.subscribe(link, PROTOCOL);
    }

    @Override
    public void drain() {
        input.drain();
    }

    @Override
    public void fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
        input.fail(cause);
    }
}
