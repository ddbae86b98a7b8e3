package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventBytesTest {
    private final EventBytes bytes = new EventBytes();

    private static ServerSentEvent event(Object data) {
        return ServerSentEvent.of(String.valueOf(data));
    }

    private static List<ServerSentEvent> events(int count) {
        return IntStream.range(0, count).mapToObj(EventBytesTest::event).toList();
    }

    private String text(ServerSentEvent event) {
        return new String(bytes.of(event), StandardCharsets.UTF_8);
    }

    @Test
    void encodesOnceForAll() {
        List<ServerSentEvent> burst = events(16);
        List<byte[]> first = burst.stream().map(bytes::of).toList();
        for (int client = 0; client < 3; client++) {
            for (int i = 0; i < burst.size(); i++) {
                assertSame(first.get(i), bytes.of(burst.get(i)));
            }
        }
    }

    @Test
    void takesNoEventForAnother() {
        List<ServerSentEvent> many = events(50);
        for (int i = 0; i < 1_000; i++) {
            ServerSentEvent event = many.get(i * 7 % 50 / (1 + i % 3));
            assertEquals(event.format(), text(event));
        }
        ServerSentEvent equal = event(7);
        assertEquals(text(many.get(7)), text(equal));
    }

    @Test
    void keepsNoLargeOnes() {
        ServerSentEvent large = event("x".repeat(5_000));
        assertNotSame(bytes.of(large), bytes.of(large));
        assertEquals(large.format(), text(large));
    }
}
