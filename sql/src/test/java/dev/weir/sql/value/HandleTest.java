package dev.weir.sql.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class HandleTest {
    /** Has the class anew, and no files of classes for others. */
    private static final class Without extends ClassLoader {
        private final Error failure;

        Without(Error failure) {
            super(Handle.class.getClassLoader());
            this.failure = failure;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> before = findLoadedClass(name);
            return before != null
                    ? before
                    : name.startsWith(Handle.class.getPackageName()) ? own(name) : super.loadClass(name, resolve);
        }

        private Class<?> own(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = Objects.requireNonNull(in).readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            throw failure;
        }
    }

    private static MethodHandle length() throws ReflectiveOperationException {
        return MethodHandles.lookup().findVirtual(String.class, "length", MethodType.methodType(int.class));
    }

    private static Object lengthWhere(Error failure) throws ReflectiveOperationException {
        Class<?> type = new Without(failure).loadClass(Handle.class.getName());
        Object handle = type.getMethod("of", MethodHandle.class).invoke(null, length());
        return type.getMethod("call", Object.class).invoke(handle, "four");
    }

    @Test
    void callsWhatItIsOf() throws Throwable {
        assertEquals(4, Handle.of(length()).call("four"));
    }

    /** A native image throws errors of its own, which are nothing but errors; and classes may have no room. */
    @Test
    void itIsSlowerWhereThereCanBeNoClass() throws Exception {
        assertEquals(4, lengthWhere(new Error("no classes here")));
        assertEquals(4, lengthWhere(new OutOfMemoryError("Metaspace")));
    }

    @Test
    void whatTheJvmMayNotSurviveIsThrown() {
        InternalError fatal = new InternalError("planned");
        assertSame(
                fatal,
                assertThrows(InvocationTargetException.class, () -> lengthWhere(fatal))
                        .getCause());
    }
}
