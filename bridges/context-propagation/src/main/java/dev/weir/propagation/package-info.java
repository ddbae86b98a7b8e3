/**
 * Thread-locals, and scoped values, that are right inside pipelines. With this module and {@code
 * io.micrometer:context-propagation} on the path nothing has to be turned on: what is registered with {@link
 * io.micrometer.context.ContextRegistry} is taken from the thread that subscribes, and is set on each thread on which a
 * function of the pipeline runs. {@link dev.weir.propagation.Propagation} has the rest.
 */
@NullMarked
package dev.weir.propagation;

import org.jspecify.annotations.NullMarked;
