package dev.weir.lab.load;

import java.util.List;

/**
 * What a server is asked, and has to answer with status 200.
 *
 * @param fields what its header has to have, with the beginning of their values
 */
public record Expected(String path, List<String> fields, String body) {
    /** Of servers that only know bytes. */
    public static final Expected BYTES = new Expected("/", List.of("Content-Length: 2"), "OK");

    /** Of servers that know HTTP. */
    public static final Expected HTTP =
            new Expected("/", List.of("Content-Length: 2", "Content-Type: text/plain", "Date: "), "OK");

    /** Of servers that are looked at in another way: they have to accept a connection. */
    public static final Expected NOTHING = new Expected("", List.of(), "");
}
