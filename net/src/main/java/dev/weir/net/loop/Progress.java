package dev.weir.net.loop;

/** Where items go that a peer takes at its own pace. */
public interface Progress {
    /** Whether the peer keeps up: little of what was sent is still waiting. */
    boolean isWritable();

    /** How many bytes have been written so far. */
    long total();
}
