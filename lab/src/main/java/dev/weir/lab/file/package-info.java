/** Files that are read and written. */
package dev.weir.lab.file;
