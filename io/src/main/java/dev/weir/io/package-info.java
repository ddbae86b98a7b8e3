/**
 * Files as streams. They are read and written on a few threads of their own, one for each processor and at least four:
 * reading a file holds its thread, also a virtual one with its carrier, until the disk has answered. Whoever asks never
 * waits for a disk.
 */
@NullMarked
package dev.weir.io;

import org.jspecify.annotations.NullMarked;
