package dev.weir.rsocket.engine;

import dev.weir.net.link.Frame;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.loop.Bytes;
import dev.weir.rsocket.loop.View;
import org.jspecify.annotations.Nullable;

/** The payload of a frame. One object shows one after the other. */
final class FrameView implements View {
    private final FrameBytes metadata = new FrameBytes();
    private final FrameBytes data = new FrameBytes();
    private boolean hasMetadata;

    /**
     * Shows what a frame has from there on.
     *
     * @return false if its metadata would be longer than the frame
     */
    boolean show(Frame frame, int flags, int from) {
        int at = from;
        hasMetadata = (flags & FrameType.HAS_METADATA) != 0;
        if (hasMetadata) {
            at += FrameType.METADATA_LENGTH;
            int length = at > frame.length() ? -1 : frame.int24(from);
            if (length < 0 || length > frame.length() - at) {
                return false;
            }
            metadata.show(frame, at, length);
            at += length;
        }
        if (at > frame.length()) {
            return false;
        }
        data.show(frame, at, frame.length() - at);
        return true;
    }

    /** Shows metadata, if it is not negative, and data after it. */
    void show(Frame frame, int metadataLength) {
        hasMetadata = metadataLength >= 0;
        int at = Math.max(0, metadataLength);
        metadata.show(frame, 0, at);
        data.show(frame, at, frame.length() - at);
    }

    /** Shows nothing any more. */
    void clear() {
        hasMetadata = false;
        metadata.clear();
        data.clear();
    }

    int length() {
        return data.length() + (hasMetadata ? metadata.length() : 0);
    }

    @Override
    public @Nullable Bytes metadata() {
        return hasMetadata ? metadata : null;
    }

    @Override
    public Bytes data() {
        return data;
    }
}
