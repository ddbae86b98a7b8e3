package dev.weir.rsocket.frame;

import dev.weir.net.link.Frame;

/** What frames are, by the six bits that say so, and what their flags mean ("Frame Types" of the protocol). */
public final class FrameType {
    public static final int SETUP = 0x01;
    public static final int LEASE = 0x02;
    public static final int KEEPALIVE = 0x03;
    public static final int REQUEST_RESPONSE = 0x04;
    public static final int REQUEST_FNF = 0x05;
    public static final int REQUEST_STREAM = 0x06;
    public static final int REQUEST_CHANNEL = 0x07;
    public static final int REQUEST_N = 0x08;
    public static final int CANCEL = 0x09;
    public static final int PAYLOAD = 0x0a;
    public static final int ERROR = 0x0b;
    public static final int METADATA_PUSH = 0x0c;
    public static final int RESUME = 0x0d;
    public static final int RESUME_OK = 0x0e;
    public static final int EXT = 0x3f;

    /** Whoever does not know the frame may ignore it. */
    public static final int IGNORE = 0x200;

    public static final int HAS_METADATA = 0x100;

    /** Of requests and payloads: the payload goes on in the next frame of the stream. */
    public static final int FOLLOWS = 0x80;

    /** Of a keepalive: an answer is wanted. */
    public static final int RESPOND = 0x80;

    /** Of a setup: the session may be resumed. */
    public static final int RESUMABLE = 0x80;

    /** Of payloads and channels: the last one. */
    public static final int COMPLETE = 0x40;

    /** Of a setup: requests need leases. */
    public static final int LEASED = 0x40;

    /** Of a payload: there is one. */
    public static final int NEXT = 0x20;

    /** The bytes of each frame's head: the stream, the type and the flags. */
    public static final int HEAD = 6;

    /** The longest frame, and the longest metadata. */
    public static final int LONGEST = 0xff_ffff;

    /** The bytes that say how long metadata is. */
    public static final int METADATA_LENGTH = 3;

    private FrameType() {}

    /** Whether a frame that begins so is of a stream, and not of the connection. */
    public static boolean isOfStream(byte[] head) {
        return ((head[0] & Byte.MAX_VALUE) | head[1] | head[2] | head[3]) != 0;
    }

    /** The type of a frame that begins so. */
    public static int of(byte[] head) {
        return (head[Integer.BYTES] & 0xff) >>> 2;
    }

    /** Whether a stream begins with a frame of that type. */
    public static boolean isRequest(int type) {
        return type >= REQUEST_RESPONSE && type <= REQUEST_CHANNEL;
    }

    /** Whether a frame is of the connection, and of that type. */
    public static boolean isOfNoStream(Frame frame, int type) {
        return frame.length() >= HEAD
                && (frame.int32(0) & Integer.MAX_VALUE) == 0
                && frame.int16(Integer.BYTES) >>> 10 == type;
    }
}
