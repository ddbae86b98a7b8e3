package dev.weir.sql.value;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/** What copies are made of, each with a handle as its constant; this class itself has none. */
final class Constant implements Handle {
    private static final @Nullable MethodHandle HANDLE = handle();

    Constant() {}

    private static @Nullable MethodHandle handle() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), "_", MethodHandle.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public @Nullable Object call(Object argument) throws Throwable {
        MethodHandle handle = HANDLE;
        if (handle == null) {
            throw new IllegalStateException("only copies of this class are called");
        }
        return (Object) handle.invokeExact(argument);
    }
}
