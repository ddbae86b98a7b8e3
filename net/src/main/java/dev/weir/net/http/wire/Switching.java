package dev.weir.net.http.wire;

import dev.weir.net.http.Headers;
import dev.weir.net.http.Response;
import dev.weir.net.loop.Takeover;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Lets the protocols of this module make responses that users can't make: those with the field Upgrade. */
public final class Switching {
    private static volatile @Nullable Maker maker;

    /** Makes a response; known by the class of responses alone. */
    @FunctionalInterface
    public interface Maker {
        /**
         * The response with the fields added, whatever they are.
         *
         * @param takeover if it is given, the response is sent with status 101 and HTTP ends with it
         */
        Response make(Response response, Headers fields, @Nullable Takeover takeover);
    }

    private Switching() {}

    /** Tells how to make responses. */
    public static void setMaker(Maker newMaker) {
        maker = newMaker;
    }

    /** How to make responses. */
    public static Maker maker() {
        try {
            MethodHandles.lookup().ensureInitialized(Response.class);
        } catch (IllegalAccessException itIsPublic) {
            throw new IllegalStateException(itIsPublic);
        }
        return Objects.requireNonNull(maker, "responses have not told how they are made");
    }
}
