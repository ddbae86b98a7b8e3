package dev.weir.sql.value;

import dev.weir.sql.SqlException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How rows become values of a type: records by their canonical constructor, others by the only column. */
public final class Shape {
    private static final ClassValue<RecordType> RECORDS = new ClassValue<>() {
        @Override
        protected RecordType computeValue(Class<?> type) {
            return RecordType.of(type);
        }
    };

    private final Class<?> type;
    private final @Nullable RecordType recordType;
    private final int[] places;

    /** A record: its components, its constructor, and one that takes them as an array. */
    private record RecordType(
            List<RecordComponent> components, List<Class<?>> asTheyAre, MethodHandle constructor, Handle spread) {
        static RecordType of(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            try {
                Constructor<?> constructor = type.getDeclaredConstructor(types);
                constructor.setAccessible(true);
                MethodHandle plain = MethodHandles.lookup().unreflectConstructor(constructor);
                MethodHandle spread = plain.asSpreader(Object[].class, types.length);
                List<Class<?>> asTheyAre = Arrays.stream(types)
                        .<Class<?>>map(Conversion::takenAsItIs)
                        .toList();
                return new RecordType(List.of(components), asTheyAre, plain, Handle.of(spread));
            } catch (ReflectiveOperationException | RuntimeException e) {
                throw new IllegalArgumentException(
                        type.getName() + " can't be made here: make the record public in an exported package, or add"
                                + " \"opens " + type.getPackageName() + " to dev.weir.sql\" to its module",
                        e);
            }
        }
    }

    private Shape(Class<?> type, @Nullable RecordType recordType, int[] places) {
        this.type = type;
        this.recordType = recordType;
        this.places = places;
    }

    boolean makes(Class<?> other) {
        return type == other;
    }

    /**
     * The one that rows with these columns have as a type.
     *
     * @throws SqlException {@code USAGE} if they do not fit
     */
    public static Shape of(Class<?> type, Columns columns) {
        if (!type.isRecord()) {
            if (columns.names().size() != 1) {
                throw columns.wrong(
                        "one value of type " + type.getSimpleName() + " is made of one column, and there are "
                                + String.join(", ", columns.names()) + ": select one, or name a record of them all");
            }
            return new Shape(type, null, new int[1]);
        }
        RecordType recordType = RECORDS.get(type);
        int[] places = new int[recordType.components.size()];
        for (int i = 0; i < places.length; i++) {
            String name = recordType.components.get(i).getName();
            places[i] = columns.find(name);
            if (places[i] < 0) {
                throw columns.wrong("record " + type.getSimpleName() + " has the component " + name
                        + ", and no column is called that; the columns are " + String.join(", ", columns.names()));
            }
        }
        return new Shape(type, recordType, places);
    }

    /** Where the values are of which it is made, in that order. */
    public List<Integer> places() {
        return Arrays.stream(places).boxed().toList();
    }

    /** What reads one value. */
    public interface Argument {
        /**
         * A handle that takes a row and returns the value at a place as a type.
         *
         * @param known the class of values that are taken as they are
         */
        MethodHandle read(int place, Class<?> known, Type type);
    }

    /** A handle that takes a row and makes the record of what is read from it, without anything in between. */
    public MethodHandle reading(Class<?> row, Argument argument) {
        RecordType its = Objects.requireNonNull(recordType, "only records are read so");
        MethodHandle[] arguments = new MethodHandle[places.length];
        for (int i = 0; i < places.length; i++) {
            RecordComponent component = its.components.get(i);
            arguments[i] = argument.read(places[i], its.asTheyAre.get(i), component.getGenericType())
                    .asType(MethodType.methodType(component.getType(), row));
        }
        return MethodHandles.permuteArguments(
                MethodHandles.filterArguments(its.constructor, 0, arguments),
                MethodType.methodType(type, row),
                new int[places.length]);
    }

    /** Whether the values are what the constructor takes, in its order: often so, and nothing is copied then. */
    private boolean isArguments(@Nullable Object[] values, RecordType its) {
        for (int i = 0; i < places.length; i++) {
            if (places[i] != i || !its.asTheyAre.get(i).isInstance(values[i])) {
                return false;
            }
        }
        return places.length == values.length;
    }

    private @Nullable Object[] arguments(@Nullable Object[] values, RecordType its, Columns columns) {
        @Nullable Object[] arguments = new @Nullable Object[places.length];
        for (int i = 0; i < places.length; i++) {
            Object value = values[places[i]];
            arguments[i] = its.asTheyAre.get(i).isInstance(value)
                    ? value
                    : Conversion.convert(value, its.components.get(i).getGenericType(), columns, places[i]);
        }
        return arguments;
    }

    @Nullable
    Object make(@Nullable Object[] values, Columns columns) {
        if (recordType == null) {
            return Conversion.convert(values[0], type, columns, 0);
        }
        try {
            return recordType.spread.call(
                    isArguments(values, recordType) ? values : arguments(values, recordType, columns));
        } catch (RuntimeException | Error e) {
            throw e; // of the record's own checks
        } catch (Throwable e) {
            throw new IllegalStateException(type.getName() + " can't be made", e);
        }
    }
}
