/**
 * The servers that the lab measures, each written plainly with what its library offers, and each in a process of its
 * own: {@code java -cp ... dev.weir.lab.servers.Serve weir-http 127.0.0.1 8080 work=100}.
 */
@NullMarked
package dev.weir.lab.servers;

import org.jspecify.annotations.NullMarked;
