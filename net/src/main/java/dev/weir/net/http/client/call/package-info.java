/**
 * What is asked for, of whom, by which way and within which limits, as plain values; and what may go wrong. Not
 * exported.
 */
@NullMarked
package dev.weir.net.http.client.call;

import org.jspecify.annotations.NullMarked;
