package dev.weir.net.loop;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Finds fields that several threads change, where an object for each would be one for each connection. */
final class Atomic {
    private Atomic() {}

    static VarHandle field(MethodHandles.Lookup own, String name, Class<?> type) {
        try {
            return own.findVarHandle(own.lookupClass(), name, type);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }
}
