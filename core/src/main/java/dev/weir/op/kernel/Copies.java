package dev.weir.op.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Defines copies of stage classes from their own class files, no more at a time than {@code -Dweir.tailor} says:
 * {@code off}, or a number, {@value #MOST} if it isn't set. Where that is not possible, as in a native image, there
 * are none.
 */
final class Copies {
    private static final int MOST = 4_096;
    private static final System.Logger LOG = System.getLogger("dev.weir");
    private static final MethodType MAKER = MethodType.methodType(Object.class, Object.class, Object.class);
    private static final int LIMIT = limit(System.getProperty("weir.tailor", String.valueOf(MOST)));
    private static final Set<Reference<?>> LIVE = ConcurrentHashMap.newKeySet();
    private static final ReferenceQueue<Class<?>> UNLOADED = new ReferenceQueue<>();

    private static final ClassValue<@Nullable Pattern> PATTERNS = new ClassValue<>() {
        @Override
        protected @Nullable Pattern computeValue(Class<?> described) {
            return pattern(described);
        }
    };

    /**
     * A copy.
     *
     * @param maker its constructor, from two objects to one
     */
    record Copy(Class<?> type, MethodHandle maker) {}

    /** A class to copy. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares patterns
    private record Pattern(Constructor<?> constructor, byte[] bytes) {}

    private Copies() {}

    private static int limit(String setting) {
        if (setting.equals("off")) {
            return 0;
        }
        try {
            return Integer.parseUnsignedInt(setting);
        } catch (NumberFormatException e) {
            LOG.log(Level.WARNING, "-Dweir.tailor=" + setting + " is neither off nor a number, so it is " + MOST);
            return MOST;
        }
    }

    /** A new copy of the stage that the class describes; null if there can be none. */
    static @Nullable Copy of(Class<?> described) {
        for (Reference<?> gone = UNLOADED.poll(); gone != null; gone = UNLOADED.poll()) {
            LIVE.remove(gone);
        }
        if (LIVE.size() >= LIMIT) {
            return null;
        }
        Pattern pattern = PATTERNS.get(described);
        if (pattern == null) {
            return null;
        }
        try {
            Copy copy = define(pattern);
            LIVE.add(new WeakReference<>(copy.type(), UNLOADED));
            return copy;
        } catch (ReflectiveOperationException | LinkageError | OutOfMemoryError | UnsupportedOperationException e) {
            LOG.log(Level.DEBUG, "no copy of " + described + ": it runs as it is", e);
            return null;
        }
    }

    private static Copy define(Pattern pattern) throws ReflectiveOperationException {
        Class<?> plain = pattern.constructor.getDeclaringClass();
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(plain, MethodHandles.lookup());
        MethodHandles.Lookup copy = lookup.defineHiddenClass(pattern.bytes, true, ClassOption.NESTMATE);
        MethodType type = MethodType.methodType(void.class, pattern.constructor.getParameterTypes());
        return new Copy(
                copy.lookupClass(),
                copy.findConstructor(copy.lookupClass(), type).asType(MAKER));
    }

    private static @Nullable Pattern pattern(Class<?> described) {
        Stream<Class<?>> nested = Stream.<Class<?>>iterate(described, Objects::nonNull, Class::getSuperclass)
                .flatMap(type -> Arrays.stream(type.getDeclaredClasses()));
        Constructor<?> constructor = (Stage.class.isAssignableFrom(described) ? Stream.of(described) : nested)
                .flatMap(type -> Arrays.stream(type.getDeclaredConstructors()))
                .filter(made -> takes(made.getParameterTypes(), described))
                .findFirst()
                .orElse(null);
        if (constructor == null) {
            return null;
        }
        String name = constructor.getDeclaringClass().getName();
        try (InputStream file = constructor
                .getDeclaringClass()
                .getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            return file == null ? null : new Pattern(constructor, file.readAllBytes());
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "no copies of " + name + ": its class file can't be read", e);
            return null;
        }
    }

    /** Whether these are the class itself, or none that is nested in one, and something else. */
    private static boolean takes(Class<?>[] parameters, Class<?> described) {
        return parameters.length == 2
                && (Stage.class.isAssignableFrom(described) || parameters[0].isAssignableFrom(described))
                && parameters[0] != Object.class;
    }
}
