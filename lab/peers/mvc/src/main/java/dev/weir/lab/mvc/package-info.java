/** The server that the lab measures on Spring MVC: {@code java -cp ... dev.weir.lab.mvc.Serve mvc 127.0.0.1 8080}. */
@NullMarked
package dev.weir.lab.mvc;

import org.jspecify.annotations.NullMarked;
