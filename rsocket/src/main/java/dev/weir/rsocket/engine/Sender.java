package dev.weir.rsocket.engine;

import dev.weir.net.link.Link;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.Setup;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.frame.Head;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes frames to a link. */
final class Sender {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int SIGNAL = 64;
    private static final int NO_CREDIT = 0;

    final Link link;
    private final int fragment;
    private final int maxWaitingBytes;
    private final Head head = Head.ofThread();
    private int waiting;

    Sender(Link link, Limits limits) {
        this.link = link;
        this.fragment = limits.fragment();
        this.maxWaitingBytes = limits.maxWaitingBytes();
    }

    boolean isWritable() {
        return link.isWritable();
    }

    /** The peer keeps up again. */
    void writable() {
        waiting = 0;
    }

    /** Whether more waits for a peer that reads nothing than may: answers that need no demand. */
    boolean isOverfull() {
        return waiting > maxWaitingBytes;
    }

    private void count(int bytes) {
        if (!link.isWritable()) {
            waiting += SIGNAL + bytes;
        }
    }

    private void send(Head frame) {
        count(frame.length());
        link.send(frame.array(), frame.length());
    }

    /**
     * Says what the connection is to be.
     *
     * @param token null if the session ends with its connection
     */
    void setup(Setup setup, @Nullable ByteBuffer token) {
        ByteBuffer metadata = setup.metadata();
        int flags = (metadata == null ? 0 : FrameType.HAS_METADATA)
                | (setup.lease() ? FrameType.LEASED : 0)
                | (token == null ? 0 : FrameType.RESUMABLE);
        Head frame = head.begin(0, FrameType.SETUP, flags)
                .int16(1)
                .int16(0)
                .int32((int) setup.keepalive().toMillis())
                .int32((int) setup.lifetime().toMillis());
        if (token != null) {
            frame.int16(token.remaining()).bytes(token, token.position(), token.remaining());
        }
        frame.shortText(setup.metadataMimeType()).shortText(setup.dataMimeType());
        if (metadata != null) {
            frame.int24(metadata.remaining()).bytes(metadata, metadata.position(), metadata.remaining());
        }
        link.send(frame.array(), frame.length(), setup.data());
    }

    /** No request is taken from now on. */
    void goodbye() {
        error(0, RSocketException.ConnectionClose.CODE, "the connection is being closed");
    }

    void keepalive(boolean respond, ByteBuffer data) {
        Head frame = head.begin(0, FrameType.KEEPALIVE, respond ? FrameType.RESPOND : 0)
                .int64(0);
        count(frame.length() + data.remaining());
        link.send(frame.array(), frame.length(), data);
    }

    void metadataPush(ByteBuffer metadata) {
        Head frame = head.begin(0, FrameType.METADATA_PUSH, FrameType.HAS_METADATA);
        link.send(frame.array(), frame.length(), metadata);
    }

    void lease(int millis, int requests) {
        send(head.begin(0, FrameType.LEASE, 0).int32(millis).int32(requests));
    }

    void requestN(int stream, int count) {
        send(head.begin(stream, FrameType.REQUEST_N, 0).int32(count));
    }

    void cancel(int stream) {
        send(head.begin(stream, FrameType.CANCEL, 0));
    }

    void error(int stream, int code, @Nullable String message) {
        send(error(head, stream, code, message));
    }

    /** Says why there is no session on a link. */
    static void error(Link link, int code, String message) {
        Head frame = error(Head.ofThread(), 0, code, message);
        link.send(frame.array(), frame.length());
    }

    private static Head error(Head head, int stream, int code, @Nullable String message) {
        String text = message == null ? "" : message;
        byte[] bytes =
                text.substring(0, Math.min(text.length(), PeerError.LONGEST)).getBytes(StandardCharsets.UTF_8);
        return head.begin(stream, FrameType.ERROR, 0).int32(code).bytes(bytes);
    }

    void complete(int stream) {
        send(head.begin(stream, FrameType.PAYLOAD, FrameType.COMPLETE));
    }

    void payload(int stream, int flags, @Nullable ByteBuffer metadata, ByteBuffer data) {
        message(stream, FrameType.PAYLOAD, flags, NO_CREDIT, metadata, data);
    }

    /**
     * Sends a payload, in as many frames as it needs.
     *
     * @param type of the first frame, the others are payloads
     * @param flags of the first frame that are not about the payload; completion goes with the last
     * @param credit of requests that give one, else 0
     */
    void message(int stream, int type, int flags, int credit, @Nullable ByteBuffer metadata, ByteBuffer data) {
        int ahead = FrameType.HEAD + (credit > 0 ? Integer.BYTES : 0);
        long length = ahead + (long) data.remaining();
        if (metadata != null) {
            length += FrameType.METADATA_LENGTH + metadata.remaining();
        }
        if (length > fragment) {
            fragments(stream, type, flags, credit, metadata == null ? NOTHING : metadata, metadata != null, data);
            return;
        }
        Head frame = head.begin(stream, type, metadata == null ? flags : flags | FrameType.HAS_METADATA);
        if (credit > 0) {
            frame.int32(credit);
        }
        if (metadata != null) {
            frame.int24(metadata.remaining()).bytes(metadata, metadata.position(), metadata.remaining());
        }
        link.send(frame.array(), frame.length(), data);
    }

    private void fragments(
            int stream,
            int firstType,
            int flags,
            int credit,
            ByteBuffer metadata,
            boolean hasMetadata,
            ByteBuffer data) {
        int type = firstType;
        int metadataAt = metadata.position();
        int dataAt = data.position();
        boolean withMetadata = hasMetadata;
        boolean more = true;
        while (more) {
            int room = fragment - FrameType.HEAD - (type == FrameType.PAYLOAD || credit == 0 ? 0 : Integer.BYTES);
            int ofMetadata = 0;
            if (withMetadata) {
                room -= FrameType.METADATA_LENGTH;
                ofMetadata = Math.min(room, metadata.limit() - metadataAt);
            }
            int ofData = Math.min(room - ofMetadata, data.limit() - dataAt);
            more = metadataAt + ofMetadata < metadata.limit() || dataAt + ofData < data.limit();
            int ends = more ? (flags & ~FrameType.COMPLETE) | FrameType.FOLLOWS : flags;
            Head frame = head.begin(stream, type, withMetadata ? ends | FrameType.HAS_METADATA : ends);
            if (type != FrameType.PAYLOAD && credit > 0) {
                frame.int32(credit);
            }
            if (withMetadata) {
                frame.int24(ofMetadata).bytes(metadata, metadataAt, ofMetadata);
            }
            link.send(frame.array(), frame.length(), data.slice(dataAt, ofData));
            metadataAt += ofMetadata;
            dataAt += ofData;
            withMetadata = metadataAt < metadata.limit();
            type = FrameType.PAYLOAD;
            flags |= FrameType.NEXT;
        }
    }
}
