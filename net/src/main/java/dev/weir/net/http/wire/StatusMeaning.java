package dev.weir.net.http.wire;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Understands the fields that frame a response, and refuses what contradicts itself (RFC 9112 section 6.3). */
final class StatusMeaning {
    private @Nullable String length;
    private @Nullable String coding;
    private boolean close;
    private boolean keep;

    private StatusMeaning() {}

    static StatusHead of(int status, boolean http10, String[] fields) throws BadRequest {
        StatusMeaning meaning = new StatusMeaning();
        for (int i = 0; i < fields.length; i += 2) {
            meaning.take(fields[i], fields[i + 1]);
        }
        boolean keepAlive = !meaning.close && (!http10 || meaning.keep);
        return new StatusHead(status, fields, meaning.contentLength(http10), keepAlive, http10);
    }

    private void take(String name, String value) throws BadRequest {
        switch (name) {
            case "content-length" -> length = once(length, name, value);
            case "transfer-encoding" -> coding = once(coding, name, value);
            case "connection" -> {
                String options = value.toLowerCase(Locale.ROOT);
                close |= Meaning.lists(options, "close");
                keep |= Meaning.lists(options, "keep-alive");
            }
            default -> {}
        }
    }

    private static String once(@Nullable String before, String name, String value) throws BadRequest {
        if (before != null) {
            throw new BadRequest("the response has more than one " + name);
        }
        return value;
    }

    private long contentLength(boolean http10) throws BadRequest {
        if (coding == null) {
            return length == null ? StatusHead.UNTIL_END : Meaning.number(length);
        }
        if (length != null) {
            throw new BadRequest("the response has both a content-length and a transfer-encoding");
        }
        if (http10) {
            throw new BadRequest("HTTP/1.0 has no transfer-encoding");
        }
        if (!coding.equalsIgnoreCase("chunked")) {
            throw new BadRequest("the only transfer-encoding known here is chunked");
        }
        return StatusHead.CHUNKED;
    }
}
