/** rsocket-java, which needs a Netty and a Reactor of its own: what the lab measures, and a peer for conformance. */
@NullMarked
package dev.weir.lab.rsocket;

import org.jspecify.annotations.NullMarked;
