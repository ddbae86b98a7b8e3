/** Pipelines of a few items, assembled and run for each request. */
package dev.weir.lab.small;
