package dev.weir.sql.text;

import dev.weir.sql.value.Handle;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The components of a type of records, and how they are read; found once for each type. */
public final class Components {
    private static final ClassValue<Components> ALL = new ClassValue<>() {
        @Override
        protected Components computeValue(Class<?> type) {
            return new Components(type);
        }
    };

    private final Class<?> type;
    private final List<String> names;
    private final List<MethodHandle> accessors;
    private final Handle[] readers;

    private Components(Class<?> type) {
        this.type = type;
        RecordComponent[] components = type.getRecordComponents();
        names = Arrays.stream(components).map(RecordComponent::getName).toList();
        accessors = Arrays.stream(components).map(this::accessor).toList();
        readers = accessors.stream().map(Handle::of).toArray(Handle[]::new);
    }

    /**
     * Those of a record type.
     *
     * @throws IllegalArgumentException if they can't be read
     */
    public static Components of(Class<?> type) {
        return ALL.get(type);
    }

    private MethodHandle accessor(RecordComponent component) {
        Method accessor = component.getAccessor();
        try {
            accessor.setAccessible(true);
            return MethodHandles.lookup().unreflect(accessor);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalArgumentException(
                    type.getName() + "." + component.getName() + " can't be read: make the record public in an exported"
                            + " package, or add \"opens " + type.getPackageName() + " to dev.weir.sql\" to its module",
                    e);
        }
    }

    public List<String> names() {
        return names;
    }

    /** What reads the component at a place, from the record's type to the component's own. */
    public MethodHandle accessor(int place) {
        return accessors.get(place);
    }

    /** The value of the component at a place. */
    public @Nullable Object read(Object from, int place) {
        try {
            return readers[place].call(from);
        } catch (RuntimeException | Error e) {
            throw e; // of the accessor itself
        } catch (Throwable e) {
            throw new IllegalStateException(type.getName() + "." + names.get(place) + " can't be read", e);
        }
    }
}
