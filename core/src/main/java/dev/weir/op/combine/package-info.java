/** Several streams into one. */
package dev.weir.op.combine;
