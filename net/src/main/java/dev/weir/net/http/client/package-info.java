/**
 * An HTTP client: {@link dev.weir.net.http.client.HttpClient}.
 *
 * <p>A request is an immutable value; nothing happens until the {@code One} that it gives is awaited or subscribed
 * to. Cancelling that One frees its connection at once. Bodies stream in both directions with backpressure. Every
 * wait and every size has a limit that is on by default, and a failure names the setting that it is about.
 */
@NullMarked
package dev.weir.net.http.client;

import org.jspecify.annotations.NullMarked;
