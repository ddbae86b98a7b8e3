package dev.weir.op.kernel.root;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Finds the handles of the kernel's atomic fields. */
public final class Atomics {
    private Atomics() {}

    public static VarHandle field(MethodHandles.Lookup lookup, String name, Class<?> type) {
        try {
            return lookup.findVarHandle(lookup.lookupClass(), name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
