/**
 * What the metadata of a request says, read and written: the extensions of RSocket. {@link
 * dev.weir.rsocket.metadata.CompositeMetadata} carries several of the others.
 *
 * <pre>{@code
 * ByteBuffer metadata = CompositeMetadata.of(Routing.to("rates"), Authentication.bearer(token)).bytes();
 * String route = CompositeMetadata.read(metadata).find(Routing.TYPE, Routing::read).route();
 * }</pre>
 *
 * <p>Reading looks at the buffer's remaining bytes and leaves its position; what is malformed, or has more than 256 parts, fails
 * with {@link dev.weir.rsocket.metadata.MetadataException}. Writing makes a new buffer; what the format can't hold is refused
 * with {@link IllegalArgumentException} when the value is made.
 *
 * <p>Sources: the documents under {@code Extensions} of the specification of RSocket, all at version 0. Where they leave it
 * open, what the other implementations do: the length of a name that is no well-known one is written less one.
 */
@NullMarked
package dev.weir.rsocket.metadata;

import org.jspecify.annotations.NullMarked;
