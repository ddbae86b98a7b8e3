package dev.weir.rsocket.engine;

import dev.weir.net.link.Frame;
import dev.weir.rsocket.loop.Bytes;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A payload of which not all fragments have come. */
final class Assembly {
    private static final int LONGEST = Integer.MAX_VALUE - 8; // longer arrays there may not be

    private byte[] bytes = {};
    private int length;
    private int metadata = -1;

    /**
     * Takes one more fragment.
     *
     * @return false if it has metadata although data has come
     */
    boolean add(FrameView fragment) {
        Bytes more = fragment.metadata();
        if (more != null) {
            if (length > Math.max(0, metadata)) {
                return false; // data has come
            }
            append(more);
            metadata = length;
        }
        append(fragment.data());
        return true;
    }

    private void append(Bytes more) {
        int count = more.length();
        if (count > bytes.length - length) {
            int most = (int) Math.min(LONGEST, 2L * bytes.length);
            bytes = Arrays.copyOf(bytes, Math.max(length + count, most));
        }
        more.copy(bytes, length);
        length += count;
    }

    int length() {
        return length;
    }

    /** Shows all that has come. */
    void show(FrameView view) {
        Frame whole = new Frame(this::keep);
        whole.show(bytes, 0, length);
        view.show(whole, metadata);
    }

    private ByteBuffer keep(int from, int count) {
        return Frame.kept(bytes, from, count);
    }
}
