/** The server that the lab measures on Spring WebFlux: {@code java -cp ... dev.weir.lab.webflux.Serve webflux 127.0.0.1 8080}. */
@NullMarked
package dev.weir.lab.webflux;

import org.jspecify.annotations.NullMarked;
