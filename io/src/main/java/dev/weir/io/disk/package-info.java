/** What waits for disks: the threads that do, and reading piece by piece on them; for the modules of this project. */
@NullMarked
package dev.weir.io.disk;

import org.jspecify.annotations.NullMarked;
