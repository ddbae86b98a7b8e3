package dev.weir.net.tcp;

import dev.weir.net.loop.Received;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Cuts what a connection receives into lines; the last one need not end with a line feed. */
final class LineFeed extends ReceivedFeed<String> {
    private final int limit;
    private int scanned;

    LineFeed(ConnectionHandler connection, int limit) {
        super(connection);
        this.limit = limit;
    }

    @Override
    public @Nullable String next() {
        Received received = received();
        byte[] array = received.array();
        int start = received.start();
        int end = received.end();
        for (int i = start + scanned; i < end; i++) {
            if (array[i] == '\n') {
                int length = i > start && array[i - 1] == '\r' ? i - 1 - start : i - start;
                return cut(length, i + 1 - start);
            }
        }
        scanned = end - start;
        if (scanned > 0 && connection.peerIsDone()) {
            return cut(scanned, scanned);
        }
        if (connection.inputHasEnded()) {
            received.clear(); // half a line, and the rest will not be read
            scanned = 0;
        } else if (scanned > 0) {
            check(array[end - 1] == '\r' ? scanned - 1 : scanned);
        }
        return null;
    }

    private String cut(int length, int consumed) {
        check(length);
        Received received = received();
        String line = new String(received.array(), received.start(), length, StandardCharsets.UTF_8);
        received.skip(consumed);
        scanned = 0;
        return line;
    }

    private void check(int length) {
        if (length > limit) {
            throw new LineTooLongException(connection.peer(), limit);
        }
    }
}
