package dev.weir.lab.load;

import java.io.IOException;
import java.nio.ByteBuffer;

/** What comes on a connection of HTTP/2, of which the events are counted. */
final class Http2Events {
    private static final int HEAD = 9;
    private static final int TYPE = 3;
    private static final int DATA = 0;
    private static final int RST_STREAM = 3;
    private static final int GOAWAY = 7;

    private final byte[] head = new byte[HEAD];
    private int known; // of the head
    private int left; // of the frame

    /** How many events are in it. */
    int received(ByteBuffer bytes) throws IOException {
        int count = 0;
        while (bytes.hasRemaining()) {
            if (left == 0) {
                head(bytes);
            } else {
                ByteBuffer part = bytes.slice(bytes.position(), Math.min(left, bytes.remaining()));
                count += head[TYPE] == DATA ? EventClients.marks(part) : 0;
                left -= part.limit();
                bytes.position(bytes.position() + part.limit());
            }
        }
        return count;
    }

    private void head(ByteBuffer bytes) throws IOException {
        head[known++] = bytes.get();
        if (known == HEAD) {
            known = 0;
            left = (head[0] & 0xff) << 16 | (head[1] & 0xff) << 8 | (head[2] & 0xff);
            if (head[TYPE] == RST_STREAM || head[TYPE] == GOAWAY) {
                throw new IOException("the server ended what it sends, by a frame of type " + head[TYPE]);
            }
        }
    }
}
