package dev.weir.rsocket.metadata;

import java.io.ByteArrayOutputStream;
import java.util.Map;

/** The schemes that are one byte on the wire ({@code Extensions/Security/WellKnownAuthTypes.md}). */
final class Schemes {
    static final String SIMPLE = "simple";
    static final String BEARER = "bearer";
    static final Map<String, Integer> IDS = Map.of(SIMPLE, 0, BEARER, 1);
    static final Labels LABELS = new Labels("authentication", IDS);

    private Schemes() {}

    static ByteArrayOutputStream begin(String scheme) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        LABELS.write(scheme, out);
        return out;
    }
}
