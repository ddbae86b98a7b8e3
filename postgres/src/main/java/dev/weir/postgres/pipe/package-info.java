/** The engine that pipelines: statements on connections that send while they receive. */
@NullMarked
package dev.weir.postgres.pipe;

import org.jspecify.annotations.NullMarked;
