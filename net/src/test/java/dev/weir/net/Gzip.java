package dev.weir.net;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** What a peer sends as gzip, by the JDK's. */
public final class Gzip {
    private Gzip() {}

    public static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(coded)) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return coded.toByteArray();
    }

    public static byte[] gzip(String text) {
        return gzip(text.getBytes(StandardCharsets.UTF_8));
    }
}
