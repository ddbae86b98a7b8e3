package dev.weir.op.kernel;

import dev.weir.One;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A class that can be copied, and its class file. */
final class Pattern {
    /*
     * What is copied is told by its constructor. For the class that describes an operator, a source or an end, it is
     * the nested class made of an instance of it and what comes next; a stage that describes itself has two parameters
     * of its own; a step of a One takes a function alone or after its source, and keeps it in a field.
     */
    private static final MethodType MAKER = MethodType.methodType(Object.class, Object.class, Object.class);

    private final Constructor<?> constructor;
    private final byte[] bytes;
    private final @Nullable MethodHandle function; // of a step

    private Pattern(Constructor<?> constructor, Lookup lookup) throws ReflectiveOperationException, IOException {
        Class<?> type = constructor.getDeclaringClass();
        String name = type.getName();
        this.constructor = constructor;
        try (InputStream file = type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            this.bytes = Objects.requireNonNull(file, "no class file").readAllBytes();
        }
        Field field = isStep(type) ? functionOf(type) : null;
        this.function = field == null
                ? null
                : lookup.unreflectGetter(field).asType(MethodType.methodType(Object.class, Object.class));
    }

    /** The pattern of what the class describes; null if it describes nothing that can be copied. */
    static @Nullable Pattern of(Class<?> described) throws ReflectiveOperationException, IOException {
        Constructor<?> constructor = isStep(described) ? step(described) : stage(described);
        return constructor == null ? null : new Pattern(constructor, lookup(constructor.getDeclaringClass()));
    }

    private static Lookup lookup(Class<?> type) throws IllegalAccessException {
        return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    }

    private static boolean isStep(Class<?> type) {
        return Step.class.isAssignableFrom(type) && !End.class.isAssignableFrom(type);
    }

    private static @Nullable Constructor<?> step(Class<?> described) {
        Constructor<?>[] all = described.getDeclaredConstructors();
        Class<?>[] taken = all[0].getParameterTypes();
        boolean fits = taken.length == 1 || (taken.length == 2 && taken[0] == One.class);
        return all.length == 1 && fits && functionOf(described) != null ? all[0] : null;
    }

    private static @Nullable Field functionOf(Class<?> step) {
        Class<?>[] taken = step.getDeclaredConstructors()[0].getParameterTypes();
        Class<?> type = taken[taken.length - 1];
        for (Field field : step.getDeclaredFields()) {
            if (type.isInterface() && field.getType() == type) {
                return field;
            }
        }
        return null;
    }

    private static @Nullable Constructor<?> stage(Class<?> described) {
        if (Stage.class.isAssignableFrom(described)) {
            return maker(described, Object.class);
        }
        for (Class<?> type = described; type != null; type = type.getSuperclass()) {
            for (Class<?> nested : type.getDeclaredClasses()) {
                Constructor<?> maker = maker(nested, described);
                if (maker != null) {
                    return maker;
                }
            }
        }
        return null;
    }

    /** The constructor that takes what is described, or anything if that is Object, and one thing more. */
    private static @Nullable Constructor<?> maker(Class<?> type, Class<?> described) {
        for (Constructor<?> made : type.getDeclaredConstructors()) {
            Class<?>[] taken = made.getParameterTypes();
            if (taken.length == 2 && (described == Object.class || takes(taken[0], described))) {
                return made;
            }
        }
        return null;
    }

    private static boolean takes(Class<?> parameter, Class<?> described) {
        return parameter != Object.class && parameter.isAssignableFrom(described);
    }

    /** Defines a copy; returns its constructor, which takes and makes plain objects. */
    Copy define() throws ReflectiveOperationException {
        Lookup copy = lookup(constructor.getDeclaringClass()).defineHiddenClass(bytes, true, ClassOption.NESTMATE);
        Class<?>[] taken = constructor.getParameterTypes();
        MethodHandle maker = copy.findConstructor(copy.lookupClass(), MethodType.methodType(void.class, taken));
        return new Copy(
                copy.lookupClass(),
                (taken.length == 1 ? MethodHandles.dropArguments(maker, 0, Object.class) : maker).asType(MAKER));
    }

    /** The function that the step calls. */
    @Nullable
    Object function(Step<?> step) {
        try {
            return function == null ? null : (Object) function.invokeExact((Object) step);
        } catch (Throwable failure) {
            throw new IllegalStateException("a field that can't be read", failure);
        }
    }

    /**
     * A copy.
     *
     * @param maker its constructor, from two objects to one
     */
    record Copy(Class<?> type, MethodHandle maker) {}
}
