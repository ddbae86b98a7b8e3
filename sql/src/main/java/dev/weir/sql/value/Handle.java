package dev.weir.sql.value;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A method handle of one argument, which is called many times. */
public interface Handle {
    @Nullable
    Object call(Object argument) throws Throwable;

    /**
     * Calls a handle such that the compiler sees through it, as through plain code: it does so with constants only, and a
     * handle that is found while the program runs is one in a class of its own. Where there can be no such class, it is
     * slower.
     */
    static Handle of(MethodHandle handle) {
        MethodHandle plain = handle.asType(MethodType.methodType(Object.class, Object.class));
        try (InputStream in = Constant.class.getResourceAsStream("Constant.class")) {
            byte[] bytes = Objects.requireNonNull(in).readAllBytes();
            Class<?> copy = MethodHandles.lookup()
                    .defineHiddenClassWithClassData(bytes, plain, true)
                    .lookupClass();
            return (Handle) copy.getDeclaredConstructor().newInstance();
        } catch (IOException | ReflectiveOperationException | RuntimeException | Error e) {
            if (e instanceof VirtualMachineError fatal && !(e instanceof OutOfMemoryError)) {
                throw fatal;
            } // that may be the room for classes, and a native image has errors of its own
            return argument -> (Object) plain.invokeExact(argument);
        }
    }
}
