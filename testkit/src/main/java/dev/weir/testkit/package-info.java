/** Probes and laws for testing streams. */
@NullMarked
package dev.weir.testkit;

import org.jspecify.annotations.NullMarked;
