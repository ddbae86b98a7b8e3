package dev.weir.net.http;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Objects;

/**
 * A type with its parameters, which a class does not know: {@code new TypeOf<List<Order>>() {}}.
 *
 * @param <T> the type
 */
public abstract class TypeOf<T> {
    private final Type type;

    /** The type that the subclass names. */
    protected TypeOf() {
        if (!(getClass().getGenericSuperclass() instanceof ParameterizedType named)
                || named.getRawType() != TypeOf.class) {
            throw new IllegalStateException("name the type: new TypeOf<List<String>>() {}");
        }
        this.type = named.getActualTypeArguments()[0];
    }

    private TypeOf(Class<T> type) {
        this.type = Objects.requireNonNull(type, "type");
    }

    /** The type that is a class. */
    public static <T> TypeOf<T> of(Class<T> type) {
        return new OfClass<>(type);
    }

    private static final class OfClass<T> extends TypeOf<T> {
        OfClass(Class<T> type) {
            super(type);
        }
    }

    /** The type. */
    public final Type type() {
        return type;
    }

    @Override
    public final String toString() {
        return type.getTypeName();
    }
}
