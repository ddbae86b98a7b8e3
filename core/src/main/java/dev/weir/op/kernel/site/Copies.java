package dev.weir.op.kernel.site;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Defines copies of classes, no more at a time than {@code -Dweir.tailor} says: {@code off}, or a number, 4096 if it
 * isn't set. Where classes can't be defined, as in a native image, there are none.
 */
final class Copies {
    private static final int MOST = 4_096;
    private static final int LIMIT = limit(System.getProperty("weir.tailor", String.valueOf(MOST)));
    private static final Map<Class<?>, Boolean> LIVE = Collections.synchronizedMap(new WeakHashMap<>());
    private static final MethodType MAKER = MethodType.genericMethodType(3);

    private static final ClassValue<byte @Nullable []> FILES = new ClassValue<>() {
        @Override
        protected byte @Nullable [] computeValue(Class<?> type) {
            String name = type.getName();
            try (InputStream file = type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
                return Objects.requireNonNull(file, "no class file").readAllBytes();
            } catch (IOException | RuntimeException e) {
                none(type, e);
                return null;
            }
        }
    };

    private Copies() {}

    /**
     * A copy.
     *
     * @param maker its constructor, from three objects to one; those that it does not take are dropped
     */
    record Copy(Class<?> type, MethodHandle maker) {}

    static int limit(String setting) {
        if (!setting.isEmpty() && setting.length() < 10 && setting.chars().allMatch(Character::isDigit)) {
            return Integer.parseInt(setting);
        }
        if (!setting.equals("off")) {
            String message = "-Dweir.tailor=" + setting + " is neither off nor a number: it is " + MOST;
            System.getLogger("dev.weir").log(Level.WARNING, message); // found when it is needed: that takes long
        }
        return setting.equals("off") ? 0 : MOST;
    }

    /** Whatever it is: a native image has errors of its own. */
    private static void none(Class<?> type, Throwable why) {
        System.getLogger("dev.weir").log(Level.DEBUG, "no copy of " + type + ": it runs as it is", why);
    }

    /** A new copy of the class, which has one constructor; null if there can be none. */
    static @Nullable Copy of(Class<?> type) {
        try {
            byte[] file = LIVE.size() < LIMIT ? FILES.get(type) : null;
            return file == null ? null : define(type, file);
        } catch (ReflectiveOperationException | RuntimeException | Error e) {
            none(type, e);
            return null;
        }
    }

    private static Copy define(Class<?> type, byte[] file) throws ReflectiveOperationException {
        Lookup copy = MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                .defineHiddenClass(file, true, ClassOption.NESTMATE);
        MethodHandle maker = copy.unreflectConstructor(copy.lookupClass().getDeclaredConstructors()[0]);
        while (maker.type().parameterCount() < MAKER.parameterCount()) {
            maker = MethodHandles.dropArguments(maker, maker.type().parameterCount(), Object.class);
        }
        LIVE.put(copy.lookupClass(), true);
        return new Copy(copy.lookupClass(), maker.asType(MAKER));
    }
}
