package dev.weir.rsocket.loop;

import java.nio.ByteBuffer;

/** Received bytes where they lie in memory: good until the call ends that gave them. Numbers are big-endian. */
public interface Bytes {
    int length();

    /** One byte, from 0 to 255. */
    int octet(int at);

    int int16(int at);

    int int24(int at);

    int int32(int at);

    long int64(int at);

    /** All of them, as UTF-8. */
    String text();

    /** Some of them, as UTF-8. */
    String text(int from, int count);

    /** A copy of all of them. */
    byte[] copy();

    /** Copies all of them into an array, from there on. */
    void copy(byte[] into, int at);

    /** All of them for good. They are not copied if they are much of the memory that they came in: at least half. */
    ByteBuffer share();
}
