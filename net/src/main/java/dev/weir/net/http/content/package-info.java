/** What bodies are made of, as bytes: pieces, parts, codings, conditions. Not exported. */
@NullMarked
package dev.weir.net.http.content;

import org.jspecify.annotations.NullMarked;
