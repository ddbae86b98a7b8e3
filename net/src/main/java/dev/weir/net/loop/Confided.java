package dev.weir.net.loop;

import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** What classes that users see let the rooms do with them and nobody else; the rooms know them by their class alone. */
public final class Confided {
    private static final Map<Class<?>, Object> ALL = new ConcurrentHashMap<>();

    private Confided() {}

    /** Tells how it is done; called by that class. */
    public static void set(Class<?> type, Object how) {
        ALL.put(type, how);
    }

    /** What the class has told. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // each has told what it is asked for
    public static <H> H of(Class<?> type) {
        try {
            MethodHandles.lookup().ensureInitialized(type);
        } catch (IllegalAccessException itIsPublic) {
            throw new IllegalStateException(itIsPublic);
        }
        return (H) Objects.requireNonNull(ALL.get(type), () -> type + " has told nothing");
    }
}
