/** Items into other items. */
package dev.weir.op.transform;
