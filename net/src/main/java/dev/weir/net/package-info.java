/**
 * Streams over the network: TCP in {@link dev.weir.net.tcp}, HTTP in {@link dev.weir.net.http}.
 *
 * <p>A connection belongs to one event loop: everything that happens to it happens on that thread,
 * so none of its state needs a lock, and handlers must not block. What a connection receives is a
 * {@code Many} that reads the socket only when items are demanded; what it sends is a {@code Many}
 * that is asked for more only while the peer keeps up. Data is plain {@code String}, {@code byte[]}
 * and {@code ByteBuffer}, owned by whoever receives it.
 */
@NullMarked
package dev.weir.net;

import org.jspecify.annotations.NullMarked;
