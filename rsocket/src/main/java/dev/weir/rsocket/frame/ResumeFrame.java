package dev.weir.rsocket.frame;

import dev.weir.net.link.Frame;
import dev.weir.rsocket.RSocketException;
import java.nio.ByteBuffer;

/**
 * What a client says instead of a setup to go on with a session (section "RESUME Frame").
 *
 * @param received the position to which the client has got what the server sent
 * @param available the first position from which the client still has what it sent
 */
public record ResumeFrame(ByteBuffer token, long received, long available) {
    private static final int MAJOR = 1;
    private static final int TOKEN = FrameType.HEAD + 2 * Short.BYTES;

    /**
     * What the frame says.
     *
     * @throws RSocketException.RejectedResume if it says nothing that makes sense, or is of another version
     */
    public static ResumeFrame read(Frame frame) {
        try {
            int version = frame.int16(FrameType.HEAD);
            if (version != MAJOR) {
                throw new RSocketException.RejectedResume("the version is " + version + ", and should be " + MAJOR);
            }
            int length = frame.int16(TOKEN);
            int at = TOKEN + Short.BYTES + length;
            return new ResumeFrame(
                    ByteBuffer.wrap(frame.copy(TOKEN + Short.BYTES, length)),
                    frame.int64(at),
                    frame.int64(at + Long.BYTES));
        } catch (IndexOutOfBoundsException tooShort) {
            throw new RSocketException.RejectedResume("the resumption is shorter than what it should have");
        }
    }

    public Head write(Head head) {
        return head.begin(0, FrameType.RESUME, 0)
                .int16(MAJOR)
                .int16(0)
                .int16(token.remaining())
                .bytes(token, token.position(), token.remaining())
                .int64(received)
                .int64(available);
    }

    /** The same, of a server that goes on. */
    public static Head accept(Head head, long received) {
        return head.begin(0, FrameType.RESUME_OK, 0).int64(received);
    }
}
