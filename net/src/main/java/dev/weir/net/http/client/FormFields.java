package dev.weir.net.http.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Encodes names and values as browsers do for forms and queries. */
final class FormFields {
    private FormFields() {}

    static byte[] encode(Map<String, String> fields) {
        return Objects.requireNonNull(fields, "fields").entrySet().stream()
                .map(field -> pair(
                        Objects.requireNonNull(field.getKey(), "the name of a form field is null"),
                        Objects.requireNonNull(
                                field.getValue(), () -> "the value of form field " + field.getKey() + " is null")))
                .collect(Collectors.joining("&"))
                .getBytes(StandardCharsets.US_ASCII);
    }

    static String pair(String name, String value) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8) + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
