/** What happens without demand. */
package dev.weir.op.demand;
