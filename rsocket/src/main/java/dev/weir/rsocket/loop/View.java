package dev.weir.rsocket.loop;

import org.jspecify.annotations.Nullable;

/** A payload as it came: good until the call ends that gave it. */
public interface View {
    /** Null if there is none, which is not the same as none of its bytes. */
    @Nullable
    Bytes metadata();

    Bytes data();
}
