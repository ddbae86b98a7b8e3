/** A workbench for watching streams run. */
@NullMarked
package dev.weir.desk;

import org.jspecify.annotations.NullMarked;
