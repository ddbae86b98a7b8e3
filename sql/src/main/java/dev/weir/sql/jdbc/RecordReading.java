package dev.weir.sql.jdbc;

import dev.weir.sql.value.Handle;
import dev.weir.sql.value.Shape;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Type;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows as records or plain values: records of long results without a row in between. The constructor has its
 * arguments from the result then, and no value is in an array or a box. The code for that takes some milliseconds to make and
 * some 4 KB to keep, so there is one for each layout of columns.
 */
final class RecordReading<T> implements Reading<T> {
    private static final int MOST_LAYOUTS = 16; // of a record

    private static final MethodHandle VALUE =
            method("value", Object.class, int.class, Cell.class, Class.class, Type.class);
    private static final Map<Cell, MethodHandle> UNBOXED = Map.of(
            Cell.WHOLE, method("whole", int.class, int.class),
            Cell.LARGE, method("large", long.class, int.class),
            Cell.SINGLE, method("single", float.class, int.class),
            Cell.TWICE, method("twice", double.class, int.class),
            Cell.TRUTH, method("truth", boolean.class, int.class));

    private static final ClassValue<Map<List<Part>, Handle>> LAYOUTS = new ClassValue<>() {
        @Override
        protected Map<List<Part>, Handle> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private final ResultReader result;
    private final Class<T> type;

    /** Where an argument is, and how it is read. */
    private record Part(int place, Cell cell) {}

    RecordReading(ResultReader result, Class<T> type) {
        this.result = result;
        this.type = type;
    }

    private static MethodHandle method(String name, Class<?> returned, Class<?>... taken) {
        try {
            return MethodHandles.lookup().findVirtual(ResultReader.class, name, MethodType.methodType(returned, taken));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public @Nullable T row() throws SQLException {
        return result.row().as(type);
    }

    @Override
    public Reading<T> forMany() {
        Handle straight = straight();
        return straight == null ? this : () -> made(straight);
    }

    /** Null if there are too many layouts; or if it is no record: a class of the JDK must not keep what is of this library. */
    private @Nullable Handle straight() {
        if (!type.isRecord()) {
            return null;
        }
        Shape shape = Shape.of(type, result.columns());
        List<Part> layout = shape.places().stream()
                .map(place -> new Part(place, result.cell(place)))
                .toList();
        Map<List<Part>, Handle> layouts = LAYOUTS.get(type);
        Handle known = layouts.get(layout);
        if (known == null && layouts.size() < MOST_LAYOUTS) {
            known = Handle.of(shape.reading(ResultReader.class, this::argument));
            layouts.put(layout, known);
        }
        return known;
    }

    private MethodHandle argument(int place, Class<?> known, Type as) {
        Cell cell = result.cell(place);
        MethodHandle unboxed = UNBOXED.get(cell);
        return unboxed != null && unboxed.type().returnType() == as
                ? MethodHandles.insertArguments(unboxed, 1, place)
                : MethodHandles.insertArguments(VALUE, 1, place, cell, known, as);
    }

    @SuppressWarnings("unchecked") // the handle makes nothing else
    private @Nullable T made(Handle straight) throws Exception {
        try {
            return (T) straight.call(result);
        } catch (Exception | Error e) {
            throw e; // of the record's own checks, too
        } catch (Throwable e) {
            throw new IllegalStateException(type.getName() + " can't be made", e);
        }
    }
}
