/** Where items come from. */
package dev.weir.op.source;
