package dev.weir.net.http.client;

import dev.weir.net.http.ServerSentEvent;
import dev.weir.net.http.client.call.Url;
import dev.weir.net.http.content.ContentParsing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** What the client's parsers make of bytes that come in pieces of a size, as text. */
public final class ClientParsing {
    private static final Url URL = Url.parse("https://a.example.org/b/c");

    private ClientParsing() {}

    public static String events(byte[] bytes, int piece) {
        EventParser parser = new EventParser("", 100, ContentParsing.UNCOUNTED);
        StringBuilder story = new StringBuilder();
        try {
            for (int at = 0; at < bytes.length; at += piece) {
                for (ServerSentEvent event :
                        parser.read(ByteBuffer.wrap(bytes, at, Math.min(piece, bytes.length - at)))) {
                    story.append(event).append('\n');
                }
            }
        } catch (EventParser.TooLarge tooLarge) {
            story.append("too large");
        }
        return story.append(parser.lastId()).append(parser.retry()).toString();
    }

    public static String cookies(byte[] bytes, int piece) {
        String field = new String(bytes, StandardCharsets.ISO_8859_1);
        StoredCookie cookie = StoredCookie.parse(field, URL, domain -> domain.equals("org"), Instant.EPOCH);
        if (cookie != null && !StoredCookie.isWithin(URL.host(), cookie.domain())) {
            throw new AssertionError("a cookie for others: " + cookie);
        }
        return cookie + " " + CookieDate.parse(field);
    }

    public static String urls(byte[] bytes, int piece) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        try {
            Url url = Url.parse(text);
            if (url.host().isEmpty()
                    || url.port() < 0
                    || url.port() > 65_535
                    || url.target().chars().anyMatch(c -> c <= ' ' || c > '~')) {
                throw new AssertionError("was let through: " + url);
            }
            return url.toString();
        } catch (IllegalArgumentException bad) {
            return "bad";
        }
    }
}
