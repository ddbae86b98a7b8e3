package dev.weir.op.kernel;

import dev.weir.Context;

/**
 * Marks where the steps that a changed context was meant for end; the run goes on with the one
 * before.
 */
record Restore(Context context) implements Then {}
