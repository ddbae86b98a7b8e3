package dev.weir.net.websocket;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Why a WebSocket was closed (RFC 6455 section 7.4).
 *
 * @param code 1000 to 1015 by the RFC, 3000 to 3999 registered, 4000 to 4999 the application's own
 * @param reason for people, often empty; at most 123 bytes of UTF-8
 */
public record CloseReason(int code, String reason) {
    /** The purpose is fulfilled. */
    public static final int NORMAL = 1000;

    /** A server shuts down, or a user leaves a page. */
    public static final int GOING_AWAY = 1001;

    /** The peer broke the protocol. */
    public static final int PROTOCOL_ERROR = 1002;

    /** Never sent: the peer's Close gave no code. */
    public static final int NO_CODE = 1005;

    /** Never sent: the connection was lost without a Close. */
    public static final int ABNORMAL = 1006;

    /** A text is not UTF-8, or compressed content is damaged. */
    public static final int INVALID_DATA = 1007;

    /** The peer does what it may not, though the protocol has nothing against it. */
    public static final int POLICY_VIOLATION = 1008;

    /** A message is larger than the receiver takes. */
    public static final int TOO_BIG = 1009;

    /** The server failed. */
    public static final int INTERNAL_ERROR = 1011;

    /** The server has too much to do. */
    public static final int TRY_AGAIN_LATER = 1013;

    static final int UNSUPPORTED = 1003;

    private static final int LONGEST_REASON = 123;

    public CloseReason {
        Objects.requireNonNull(reason, "reason");
    }

    /** Whether the code may be in a Close that is sent. */
    private boolean canBeSent() {
        return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || isOwn();
    }

    private boolean isOwn() {
        return code >= 3000 && code <= 4999;
    }

    boolean isInvalid() {
        return code != NO_CODE && !canBeSent();
    }

    /** Whether something went wrong, as far as the RFC knows: what codes of an application mean is its own to say. */
    boolean isFailure() {
        return code != NORMAL && code != GOING_AWAY && code != NO_CODE && !isOwn();
    }

    /** What a Close carries of it. */
    byte[] payload() {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        return code == NO_CODE
                ? new byte[0]
                : ByteBuffer.allocate(2 + text.length)
                        .putShort((short) code)
                        .put(text)
                        .array();
    }

    /** This reason, if it can be sent. */
    CloseReason checked() {
        if (!canBeSent()) {
            throw new IllegalArgumentException(
                    "a WebSocket can't be closed with code " + code + ": use 1000, or one of 3000 to 4999 of your own");
        }
        if (reason.getBytes(StandardCharsets.UTF_8).length > LONGEST_REASON) {
            throw new IllegalArgumentException(
                    "the reason is longer than " + LONGEST_REASON + " bytes: \"" + reason + "\"");
        }
        return this;
    }
}
