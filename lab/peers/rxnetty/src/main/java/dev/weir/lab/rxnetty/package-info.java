/** The servers that the lab measures on RxNetty: {@code java -cp ... dev.weir.lab.rxnetty.Serve http 127.0.0.1 8080}. */
@NullMarked
package dev.weir.lab.rxnetty;

import org.jspecify.annotations.NullMarked;
