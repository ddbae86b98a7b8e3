/** What comes after a failure. */
package dev.weir.op.recover;
