/** What runs statements; the module {@code dev.weir.postgres} has another one. */
@NullMarked
package dev.weir.sql.engine;

import org.jspecify.annotations.NullMarked;
