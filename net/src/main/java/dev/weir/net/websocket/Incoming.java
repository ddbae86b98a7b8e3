package dev.weir.net.websocket;

import dev.weir.net.loop.Inbound;
import dev.weir.net.loop.Input;
import dev.weir.net.loop.OneReader;
import java.util.concurrent.Flow;

/** What comes on a WebSocket, for the one who reads it: as messages, or for a protocol. */
final class Incoming implements Input {
    private static final OneReader.Subject WEB_SOCKET = new OneReader.Subject(
            "the WebSocket", "its messages come once, so share() what the first one makes of them");
    private static final String PROTOCOL = "the protocol that is spoken over it";

    private final OneReader one = new OneReader(WEB_SOCKET);
    private final Inbound<Message> messages;

    Incoming(SocketHandler socket, MessageReader reader) {
        this.messages = new Inbound<>(socket.share().loop(), reader, one);
    }

    // ------------------------------------------------------------ for any thread

    Inbound<Message> messages() {
        return messages;
    }

    // ------------------------------------------------------------ on the event loop

    /** Fails if somebody reads. */
    void checkFree() {
        if (one.isTaken()) {
            throw one.refusal();
        }
    }

    void speak(Flow.Subscriber<? super Message> link) {
        messages.subscribe(link, PROTOCOL);
    }

    @Override
    public void drain() {
        messages.drain();
    }

    @Override
    public void fail(Throwable cause) {
        messages.fail(cause);
    }
}
