package dev.weir.rsocket.frame;

import dev.weir.net.link.Frame;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.Setup;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads a client's first frame (section "SETUP Frame"). */
public final class SetupFrame {
    /** What is wrong with one that ends too soon. */
    public static final String TOO_SHORT = "the setup is shorter than what it should have";

    private static final int MAJOR = 1;
    private static final int TIMES = 2 * Short.BYTES + FrameType.HEAD;
    private static final int TOKEN = TIMES + 2 * Integer.BYTES; // if there is one
    private static final int POSITIVE = Integer.MAX_VALUE;
    private static volatile @Nullable Setup usual;

    private final Frame frame;
    private int at = TOKEN;

    private SetupFrame(Frame frame) {
        this.frame = frame;
    }

    /**
     * What the frame says.
     *
     * @throws RSocketException.InvalidSetup if it says nothing that makes sense
     * @throws RSocketException.UnsupportedSetup if it is of another version
     */
    public static Setup read(Frame frame, int flags) {
        try {
            return new SetupFrame(frame).read(flags);
        } catch (IndexOutOfBoundsException tooShort) {
            throw new RSocketException.InvalidSetup(TOO_SHORT);
        }
    }

    /** The token by which a setup wants its session to be resumed; null if the frame is too short to have one. */
    public static @Nullable ByteBuffer token(Frame frame) {
        int from = TOKEN + Short.BYTES;
        int length = frame.length() < from ? Integer.MAX_VALUE : frame.int16(TOKEN);
        return length > frame.length() - from ? null : ByteBuffer.wrap(frame.copy(from, length));
    }

    private Setup read(int flags) {
        int version = frame.int16(FrameType.HEAD);
        if (version != MAJOR) {
            throw new RSocketException.UnsupportedSetup("the version is " + version + ", and should be " + MAJOR);
        }
        Duration keepalive = millis(TIMES, "the time between keepalives");
        Duration lifetime = millis(TIMES + Integer.BYTES, "the lifetime");
        if ((flags & FrameType.RESUMABLE) != 0) {
            at += Short.BYTES + frame.int16(TOKEN);
        }
        String metadataType = mimeType();
        String dataType = mimeType();
        ByteBuffer metadata = (flags & FrameType.HAS_METADATA) == 0 ? null : metadata();
        ByteBuffer data = ByteBuffer.wrap(frame.copy(at, frame.length() - at)).asReadOnlyBuffer();
        boolean lease = (flags & FrameType.LEASED) != 0;
        return shared(new Setup(keepalive, lifetime, metadataType, dataType, lease, metadata, data));
    }

    /** Clients mostly say what the one before has said, so that many connections have one object. */
    private static Setup shared(Setup setup) {
        if (setup.metadata() != null || setup.data().hasRemaining()) {
            return setup;
        }
        Setup last = usual;
        if (last != null && last.equals(setup)) {
            return last;
        }
        usual = setup;
        return setup;
    }

    private Duration millis(int from, String what) {
        int millis = frame.int32(from) & POSITIVE;
        if (millis == 0) {
            throw new RSocketException.InvalidSetup(what + " is 0");
        }
        return Duration.ofMillis(millis);
    }

    private String mimeType() {
        int length = frame.octet(at);
        String type = frame.text(at + 1, length);
        at += 1 + length;
        return type;
    }

    private @Nullable ByteBuffer metadata() {
        int length = frame.int24(at);
        ByteBuffer metadata = ByteBuffer.wrap(frame.copy(at + FrameType.METADATA_LENGTH, length))
                .asReadOnlyBuffer();
        at += FrameType.METADATA_LENGTH + length;
        return metadata;
    }
}
