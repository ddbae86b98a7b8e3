package dev.weir.net.http.server;

import dev.weir.net.loop.Takeover;
import org.jspecify.annotations.Nullable;

/** Makes responses that users can't make, for other packages of this module. */
public interface ResponseMaker<R> {
    /**
     * The response with the fields added, whatever they are.
     *
     * @param takeover if it is given, the response is sent with status 101 and HTTP ends with it
     * @param fields name, value, name, value …
     */
    R switching(R response, @Nullable Takeover takeover, String... fields);

    /** The response, whose body comes from something that is held until then. */
    R holding(R response, Passed from);
}
