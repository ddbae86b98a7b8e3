/** Items into lists. */
package dev.weir.op.group;
