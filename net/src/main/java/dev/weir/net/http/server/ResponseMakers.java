package dev.weir.net.http.server;

import dev.weir.net.loop.Takeover;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Lets other packages of this module make responses that users can't make. */
public final class ResponseMakers {
    private static final Map<Class<?>, Maker<?>> MAKERS = new ConcurrentHashMap<>();

    /** Makes responses; known by their class alone. */
    public interface Maker<R> {
        /**
         * The response with the fields added, whatever they are.
         *
         * @param takeover if it is given, the response is sent with status 101 and HTTP ends with it
         * @param fields name, value, name, value …
         */
        R switching(R response, @Nullable Takeover takeover, String... fields);

        /**
         * The response, whose body comes from something that is held until then.
         *
         * @param release called, on any thread, when the body is read no more, if it was read at all
         */
        R holding(R response, Runnable release);
    }

    private ResponseMakers() {}

    /** Tells how to make responses of a class; called by that class. */
    public static <R> void set(Class<R> responses, Maker<R> maker) {
        MAKERS.put(responses, maker);
    }

    /** How to make responses of a class. */
    @SuppressWarnings("unchecked") // each class has put its own
    public static <R> Maker<R> of(Class<R> responses) {
        try {
            MethodHandles.lookup().ensureInitialized(responses);
        } catch (IllegalAccessException itIsPublic) {
            throw new IllegalStateException(itIsPublic);
        }
        return (Maker<R>) Objects.requireNonNull(MAKERS.get(responses), "responses have not told how they are made");
    }
}
