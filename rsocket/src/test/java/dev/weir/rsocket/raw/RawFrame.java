package dev.weir.rsocket.raw;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A frame as it is on the wire, without its length: made by hand, read without mercy, and shown in words, as {@code 1 PAYLOAD
 * NC hello} or {@code 1 REQUEST_STREAM M 5 metadata|hello}.
 */
@SuppressWarnings("ArrayRecordComponent") // it is compared by its bytes
public record RawFrame(int stream, int type, int flags, byte[] body) {
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

    public static final int IGNORE = 0x200;
    public static final int METADATA = 0x100;
    public static final int FOLLOWS = 0x80;
    public static final int RESPOND = 0x80;
    public static final int RESUMES = 0x80;
    public static final int COMPLETE = 0x40;
    public static final int LEASES = 0x40;
    public static final int NEXT = 0x20;

    public static final int INVALID_SETUP = 0x001;
    public static final int UNSUPPORTED_SETUP = 0x002;
    public static final int REJECTED_SETUP = 0x003;
    public static final int REJECTED_RESUME = 0x004;
    public static final int CONNECTION_ERROR = 0x101;
    public static final int CONNECTION_CLOSE = 0x102;
    public static final int APPLICATION_ERROR = 0x201;
    public static final int REJECTED = 0x202;
    public static final int CANCELED = 0x203;
    public static final int INVALID = 0x204;

    private static final int HEADER = 6;
    private static final String[] NAMES = {
        "RESERVED",
        "SETUP",
        "LEASE",
        "KEEPALIVE",
        "REQUEST_RESPONSE",
        "REQUEST_FNF",
        "REQUEST_STREAM",
        "REQUEST_CHANNEL",
        "REQUEST_N",
        "CANCEL",
        "PAYLOAD",
        "ERROR",
        "METADATA_PUSH",
        "RESUME",
        "RESUME_OK"
    };

    /** What a client says first, with nothing in it: keepalive and lifetime of an hour. */
    public static RawFrame setup() {
        return setup(0, 3_600_000, 3_600_000, "text/plain", "text/plain", "");
    }

    public static RawFrame setup(
            int flags, int keepalive, int lifetime, String metadataType, String dataType, String data) {
        Body body = new Body().int16(1).int16(0).int32(keepalive).int32(lifetime);
        body.mime(metadataType).mime(dataType);
        return new RawFrame(0, SETUP, flags, body.text(data).bytes());
    }

    /** A setup whose session can be resumed with that token. */
    public static RawFrame resumableSetup(String token) {
        Body body = new Body().int16(1).int16(0).int32(3_600_000).int32(3_600_000);
        body.int16(token.length()).text(token).mime("text/plain").mime("text/plain");
        return new RawFrame(0, SETUP, RESUMES, body.bytes());
    }

    public static RawFrame resume(String token, long received, long available) {
        Body body = new Body().int16(1).int16(0).int16(token.length()).text(token);
        return new RawFrame(0, RESUME, 0, body.int64(received).int64(available).bytes());
    }

    public static RawFrame resumeOk(long received) {
        return new RawFrame(0, RESUME_OK, 0, new Body().int64(received).bytes());
    }

    public static RawFrame lease(int millis, int requests) {
        return new RawFrame(
                0, LEASE, 0, new Body().int32(millis).int32(requests).bytes());
    }

    public static RawFrame keepalive(int flags, String data) {
        return new RawFrame(0, KEEPALIVE, flags, new Body().int64(0).text(data).bytes());
    }

    public static RawFrame response(int stream, String data) {
        return new RawFrame(stream, REQUEST_RESPONSE, 0, new Body().text(data).bytes());
    }

    public static RawFrame response(int stream, String metadata, String data) {
        return new RawFrame(
                stream,
                REQUEST_RESPONSE,
                METADATA,
                new Body().metadata(metadata).text(data).bytes());
    }

    public static RawFrame fireAndForget(int stream, String data) {
        return new RawFrame(stream, REQUEST_FNF, 0, new Body().text(data).bytes());
    }

    public static RawFrame stream(int stream, int initial, String data) {
        return new RawFrame(
                stream, REQUEST_STREAM, 0, new Body().int32(initial).text(data).bytes());
    }

    public static RawFrame channel(int stream, int initial, String data) {
        return new RawFrame(
                stream, REQUEST_CHANNEL, 0, new Body().int32(initial).text(data).bytes());
    }

    public static RawFrame requestN(int stream, int count) {
        return new RawFrame(stream, REQUEST_N, 0, new Body().int32(count).bytes());
    }

    public static RawFrame cancel(int stream) {
        return new RawFrame(stream, CANCEL, 0, new byte[0]);
    }

    /** A payload with {@link #NEXT}. */
    public static RawFrame payload(int stream, String data) {
        return new RawFrame(stream, PAYLOAD, NEXT, new Body().text(data).bytes());
    }

    public static RawFrame payload(int stream, String metadata, String data) {
        return new RawFrame(
                stream,
                PAYLOAD,
                NEXT | METADATA,
                new Body().metadata(metadata).text(data).bytes());
    }

    public static RawFrame complete(int stream) {
        return new RawFrame(stream, PAYLOAD, COMPLETE, new byte[0]);
    }

    public static RawFrame error(int stream, int code, String message) {
        return new RawFrame(
                stream, ERROR, 0, new Body().int32(code).text(message).bytes());
    }

    public static RawFrame metadataPush(String metadata) {
        return new RawFrame(
                0, METADATA_PUSH, METADATA, new Body().text(metadata).bytes());
    }

    public static RawFrame extension(int flags, int type) {
        return new RawFrame(
                0, EXT, flags, new Body().int32(type).text("whatever").bytes());
    }

    /** With these flags, too. */
    public RawFrame with(int more) {
        return new RawFrame(stream, type, flags | more, body);
    }

    /** On another stream. */
    public RawFrame on(int other) {
        return new RawFrame(other, type, flags, body);
    }

    /** With other bytes after the header. */
    public RawFrame saying(byte[] other) {
        return new RawFrame(stream, type, flags, other);
    }

    public byte[] bytes() {
        return ByteBuffer.allocate(HEADER + body.length)
                .putInt(stream)
                .putShort((short) (type << 10 | flags))
                .put(body)
                .array();
    }

    public static RawFrame read(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int stream = in.getInt();
        int typeAndFlags = in.getShort() & 0xffff;
        return new RawFrame(
                stream, typeAndFlags >>> 10, typeAndFlags & 0x3ff, Arrays.copyOfRange(bytes, HEADER, bytes.length));
    }

    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** The number with which the body of this type begins: of items, milliseconds, or an error's. */
    public int number() {
        return ByteBuffer.wrap(body).getInt();
    }

    /** The position in a keepalive. */
    public long position() {
        return ByteBuffer.wrap(body).getLong();
    }

    /** Where metadata and data begin. */
    private int fixed() {
        return switch (type) {
            case REQUEST_STREAM, REQUEST_CHANNEL, REQUEST_N, ERROR, EXT -> 4;
            case LEASE, KEEPALIVE -> 8;
            default -> 0;
        };
    }

    /** What comes before the data, without its length; empty if there is none. */
    public String metadata() {
        int from = fixed();
        if (!has(METADATA)) {
            return "";
        }
        return hasData() ? text(from + 3, metadataLength()) : text(from, body.length - from);
    }

    private int metadataLength() {
        int at = fixed();
        return (body[at] & 0xff) << 16 | (body[at + 1] & 0xff) << 8 | (body[at + 2] & 0xff);
    }

    public String data() {
        int from = type == METADATA_PUSH ? body.length : fixed();
        if (has(METADATA) && hasData()) {
            from += 3 + metadataLength();
        }
        return text(from, body.length - from);
    }

    private boolean hasData() {
        return type != LEASE && type != METADATA_PUSH;
    }

    private String text(int from, int length) {
        return new String(body, from, length, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        StringBuilder words =
                new StringBuilder().append(stream).append(' ').append(type < NAMES.length ? NAMES[type] : "EXT");
        String letters = letters();
        if (!letters.isEmpty()) {
            words.append(' ').append(letters);
        }
        switch (type) {
            case SETUP, RESUME, RESUME_OK -> {
                return words.toString();
            }
            case ERROR -> words.append(' ').append(Integer.toHexString(number()));
            case LEASE -> {
                return stream + " LEASE " + number() + " "
                        + ByteBuffer.wrap(body).getInt(4);
            }
            case REQUEST_STREAM, REQUEST_CHANNEL, REQUEST_N, EXT ->
                words.append(' ').append(number());
            default -> {}
        }
        String said = (has(METADATA) ? metadata() + "|" : "") + data();
        return said.isEmpty()
                ? words.toString()
                : words.append(' ').append(said).toString();
    }

    private String letters() {
        String low = switch (type) {
            case KEEPALIVE -> "R";
            case SETUP -> "RL";
            default -> "FCN";
        };
        StringBuilder letters = new StringBuilder();
        letters.append(has(IGNORE) ? "I" : "").append(has(METADATA) ? "M" : "");
        for (int i = 0; i < low.length(); i++) {
            if (has(FOLLOWS >>> i)) {
                letters.append(low.charAt(i));
            }
        }
        return letters.toString();
    }

    /** Bytes after the header. */
    public static final class Body {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        public Body int16(int value) {
            out.write(value >>> 8);
            out.write(value);
            return this;
        }

        public Body int24(int value) {
            out.write(value >>> 16);
            return int16(value);
        }

        public Body int32(int value) {
            return int16(value >>> 16).int16(value);
        }

        public Body int64(long value) {
            return int32((int) (value >>> 32)).int32((int) value);
        }

        public Body text(String text) {
            out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
            return this;
        }

        public Body mime(String type) {
            out.write(type.length());
            return text(type);
        }

        public Body metadata(String metadata) {
            return int24(metadata.getBytes(StandardCharsets.UTF_8).length).text(metadata);
        }

        public byte[] bytes() {
            return out.toByteArray();
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RawFrame frame && Arrays.equals(frame.bytes(), bytes());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes());
    }
}
