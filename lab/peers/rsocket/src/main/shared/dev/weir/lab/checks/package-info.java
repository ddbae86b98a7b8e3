/** How peers of RSocket check others, whatever they are made with; compiled with each of them. */
@NullMarked
package dev.weir.lab.checks;

import org.jspecify.annotations.NullMarked;
