package dev.weir.rsocket;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The five interactions, of both sides: who asks calls them, and who answers implements those that it has. A method is
 * called on the connection's event loop, so it must not block: what blocks belongs into {@link One#blocking}. What is not
 * implemented is refused with REJECTED.
 *
 * <p>A failure that is a {@link RSocketException} of streams is told to the peer with its code and message; any other
 * becomes APPLICATION_ERROR without details, which go to the log. Pipelines that answer find who asks in their context:
 * {@link Caller#KEY}. They are cancelled when nobody wants the answer any more.
 */
@CheckReturnValue
public interface RSocket {
    /**
     * One payload for one. Who answers with null answers without a payload, which whoever asks gets as one without bytes. It
     * is sent when the One is subscribed to, each time.
     */
    default One<Payload> requestResponse(Payload request) {
        return One.fail(() -> new RSocketException.Rejected("responses are not given here"));
    }

    /** Any number of payloads for one, as many as are demanded. */
    default Many<Payload> requestStream(Payload request) {
        return Many.fail(() -> new RSocketException.Rejected("streams are not given here"));
    }

    /**
     * Payloads in both directions, as many as are demanded in each. The first of the requests is sent when answers are
     * demanded, as the request itself; none at all is an empty answer. Each direction ends by itself: requests go on when the
     * answers have ended, unless whoever answers has cancelled them, or has not begun to read them by then; who cancels the
     * answers ends both.
     */
    default Many<Payload> requestChannel(Many<Payload> requests) {
        return Many.fail(() -> new RSocketException.Rejected("channels are not given here"));
    }

    /**
     * Something that needs no answer: who asks knows that it is on its way, no more. Once it is taken it is done, though the
     * connection is closed meanwhile; as long as it runs it is one of the {@code maxStreams} of the peer.
     */
    default One<@Nullable Void> fireAndForget(Payload request) {
        return One.fail(() -> new RSocketException.Rejected("nothing is taken here without an answer"));
    }

    /** Metadata that belongs to the connection. As long as this runs, and to its end, it is as {@link #fireAndForget}. */
    default One<@Nullable Void> metadataPush(ByteBuffer metadata) {
        return One.fail(() -> new RSocketException.Rejected("metadata is not taken here"));
    }
}
