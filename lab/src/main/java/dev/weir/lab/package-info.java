/** Measures Weir side by side with other libraries: {@code ./weir lab}. */
package dev.weir.lab;
