package dev.weir.sql;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A driver or a pool, before each method of which something may happen. */
final class Intercepted {
    private static final Set<Class<?>> WRAPPED = Set.of(Connection.class, PreparedStatement.class, ResultSet.class);

    private Intercepted() {}

    static <T> T of(Class<T> type, T real, Consumer<String> before) {
        return noting(type, real, (name, _) -> before.accept(name));
    }

    /** As above, which sees the arguments, too. */
    static <T> T noting(Class<T> type, T real, BiConsumer<String, Object[]> before) {
        return type.cast(Proxy.newProxyInstance(
                Intercepted.class.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    before.accept(method.getName(), arguments);
                    try {
                        Object made = method.invoke(real, arguments);
                        return made != null && WRAPPED.contains(method.getReturnType())
                                ? wrapped(method.getReturnType(), made, before)
                                : made;
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                }));
    }

    private static <T> T wrapped(Class<T> type, Object real, BiConsumer<String, Object[]> before) {
        return noting(type, type.cast(real), before);
    }
}
