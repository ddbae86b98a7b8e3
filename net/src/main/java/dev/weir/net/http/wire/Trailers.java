package dev.weir.net.http.wire;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The fields behind a body (RFC 9110 section 6.5), bounded as those of a head are. */
public final class Trailers {
    /** No fields. */
    public static final String[] NONE = {};

    private static final Set<String> OF_THE_HEAD =
            Set.of("content-length", "transfer-encoding", "host", "connection", "content-type");

    private Trailers() {}

    /** Adds a field to those before it; throws if it does not belong there, or is one too many. */
    static void add(List<String> fields, FieldLine line, int most) throws BadRequest {
        if (isOfTheHead(line.name())) {
            throw new BadRequest("the trailer has a field that belongs in the header");
        }
        if (fields.size() / 2 >= most) {
            throw new BadRequest(431, "the trailer has more than " + most + " fields");
        }
        fields.add(line.name());
        fields.add(line.value());
    }

    /** Whether the field means something only before the body, to us or to whoever the message is passed on to. */
    public static boolean isOfTheHead(String name) {
        return OF_THE_HEAD.contains(name.toLowerCase(Locale.ROOT));
    }
}
