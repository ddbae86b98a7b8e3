/** Pipelines in a JVM that has run many others before. */
package dev.weir.lab.crowded;
