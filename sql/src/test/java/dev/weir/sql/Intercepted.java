package dev.weir.sql;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Set;
import java.util.function.Consumer;

/** A driver or a pool, before each method of which something may happen. */
final class Intercepted {
    private static final Set<Class<?>> WRAPPED = Set.of(Connection.class, PreparedStatement.class, ResultSet.class);

    private Intercepted() {}

    static <T> T of(Class<T> type, T real, Consumer<String> before) {
        return type.cast(Proxy.newProxyInstance(
                Intercepted.class.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    before.accept(method.getName());
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

    private static <T> T wrapped(Class<T> type, Object real, Consumer<String> before) {
        return of(type, type.cast(real), before);
    }
}
