/** What responses are made of, as bytes: pieces, parts, conditions. Not exported. */
@NullMarked
package dev.weir.net.http.content;

import org.jspecify.annotations.NullMarked;
