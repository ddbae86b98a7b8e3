package dev.weir.lab.load;

import java.util.List;

/**
 * What a server is asked, and has to answer with status 200.
 *
 * @param fields what its header has to have, with the beginning of their values
 */
public record Expected(Speech speech, String path, List<String> fields, String body) {
    private static final List<String> OF_HTTP = List.of("Content-Length: 2", "Content-Type: text/plain", "Date: ");

    /** Of servers that only know bytes. */
    public static final Expected BYTES = new Expected("/", List.of("Content-Length: 2"), "OK");

    /** Of servers that know HTTP. */
    public static final Expected HTTP = http(Speech.HTTP);

    /** Of servers that are looked at in another way: they have to accept a connection. */
    public static final Expected NOTHING = new Expected("", List.of(), "");

    /** Of what speaks HTTP/1.1. */
    public Expected(String path, List<String> fields, String body) {
        this(Speech.HTTP, path, fields, body);
    }

    /** The same of servers that know HTTP, spoken in that way. */
    public static Expected http(Speech speech) {
        return new Expected(speech, "/", OF_HTTP, "OK");
    }
}
