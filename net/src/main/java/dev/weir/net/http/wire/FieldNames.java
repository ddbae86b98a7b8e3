package dev.weir.net.http.wire;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The lower-case names of the fields that messages commonly have, so that reading one makes no new string. */
final class FieldNames {
    private static final String COMMON = """
        accept accept-charset accept-encoding accept-language accept-ranges access-control-allow-origin age
        allow alt-svc authorization cache-control connection content-disposition content-encoding
        content-language content-length content-range content-security-policy content-type cookie date dnt
        etag expect expires forwarded host if-match if-modified-since if-none-match keep-alive last-event-id
        last-modified link location origin pragma priority proxy-authenticate range referer retry-after
        sec-fetch-dest sec-fetch-mode sec-fetch-site server set-cookie strict-transport-security te
        traceparent trailer transfer-encoding upgrade upgrade-insecure-requests user-agent vary via
        www-authenticate x-content-type-options x-forwarded-for x-forwarded-proto x-frame-options
        x-request-id
        """;
    private static final int SLOTS = 256;
    private static final @Nullable String[] TABLE = new @Nullable String[SLOTS];

    static {
        for (String name : COMMON.strip().replace('\n', ' ').split(" ", -1)) {
            byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
            int slot = slot(bytes, 0, bytes.length);
            while (TABLE[slot] != null) {
                slot = (slot + 1) % SLOTS;
            }
            TABLE[slot] = name;
        }
    }

    private FieldNames() {}

    /** The name in lower case. */
    static String of(byte[] bytes, int start, int length) {
        for (int slot = slot(bytes, start, length); ; slot = (slot + 1) % SLOTS) {
            String candidate = TABLE[slot];
            if (candidate == null) {
                return lowerCase(bytes, start, length);
            }
            if (matches(candidate, bytes, start, length)) {
                return candidate;
            }
        }
    }

    private static int slot(byte[] bytes, int start, int length) {
        int first = bytes[start] | 0x20;
        int last = bytes[start + length - 1] | 0x20;
        int middle = bytes[start + length / 2] | 0x20;
        return (length * 31 + first * 7 + middle * 13 + last) & (SLOTS - 1);
    }

    private static boolean matches(String name, byte[] bytes, int start, int length) {
        if (name.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (name.charAt(i) != lower(bytes[start + i])) {
                return false;
            }
        }
        return true;
    }

    private static String lowerCase(byte[] bytes, int start, int length) {
        byte[] lower = new byte[length];
        for (int i = 0; i < length; i++) {
            lower[i] = (byte) lower(bytes[start + i]);
        }
        return new String(lower, StandardCharsets.ISO_8859_1);
    }

    private static char lower(byte c) {
        return (char) (c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c & 0xff);
    }
}
