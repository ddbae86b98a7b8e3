package dev.weir.net.http;

import dev.weir.CheckReturnValue;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An event of an event stream, as browsers' {@code EventSource} reads them. See {@link Response#sse}.
 *
 * @param id what the client sends back as {@code Last-Event-ID} when it reconnects; without line breaks
 * @param event the type; without line breaks; null means {@code message}
 * @param data may have several lines, which arrive ended by line feeds
 * @param retry how long the client is to wait before it reconnects
 */
@CheckReturnValue
public record ServerSentEvent(
        @Nullable String id,
        @Nullable String event,
        String data,
        @Nullable Duration retry) {
    public ServerSentEvent {
        checkOneLine(id, "id");
        checkOneLine(event, "event");
        Objects.requireNonNull(data, "data");
    }

    /** An event of type {@code message}. */
    public static ServerSentEvent of(String data) {
        return new ServerSentEvent(null, null, data, null);
    }

    public ServerSentEvent withId(String newId) {
        return new ServerSentEvent(newId, event, data, retry);
    }

    public ServerSentEvent withEvent(String newEvent) {
        return new ServerSentEvent(id, newEvent, data, retry);
    }

    public ServerSentEvent withRetry(Duration newRetry) {
        return new ServerSentEvent(id, event, data, newRetry);
    }

    private static void checkOneLine(@Nullable String text, String what) {
        if (text != null && text.chars().anyMatch(c -> c == '\n' || c == '\r' || c == 0)) {
            throw new IllegalArgumentException("the " + what + " of an event must be one line without a NUL character");
        }
    }

    /** The event as it is sent. */
    String format() {
        StringBuilder text = new StringBuilder(data.length() + 32);
        field(text, "id", id);
        field(text, "event", event);
        field(text, "retry", retry == null ? null : Long.toString(retry.toMillis()));
        int from = 0;
        for (int i = 0; i < data.length(); i++) {
            char c = data.charAt(i);
            if (c == '\n' || c == '\r') {
                line(text, "data", data, from, i);
                if (c == '\r' && i + 1 < data.length() && data.charAt(i + 1) == '\n') {
                    i++;
                }
                from = i + 1;
            }
        }
        line(text, "data", data, from, data.length());
        return text.append('\n').toString();
    }

    private static void field(StringBuilder text, String name, @Nullable String value) {
        if (value != null) {
            line(text, name, value, 0, value.length());
        }
    }

    private static void line(StringBuilder text, String name, String value, int from, int to) {
        text.append(name).append(": ").append(value, from, to).append('\n');
    }
}
