package dev.weir.net.http.client;

import dev.weir.net.http.ServerSentEvent;
import dev.weir.net.http.content.Gathering;
import dev.weir.net.http.wire.Chars;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Reads an event stream as browsers do (HTML standard, section 9.2.6). */
final class EventParser {
    private final int largest;
    private final Gathering.Memory memory;
    private final Gathering line;
    private final StringBuilder data = new StringBuilder();
    private int counted; // of data
    private boolean hasData;
    private boolean named; // by an id of its own: what lasts was counted when it came
    private boolean first = true;
    private boolean afterReturn;
    private String type = "";
    private String id;
    private String lastId;
    private @Nullable Duration retry;
    private @Nullable Duration lastRetry;

    /**
     * At the start of a stream.
     *
     * @param lastId the id of the last event of the stream before
     * @param largest the largest event in bytes
     * @param memory counts the largest one that comes
     */
    EventParser(String lastId, int largest, Gathering.Memory memory) {
        this.lastId = lastId;
        this.id = lastId;
        this.largest = largest;
        this.memory = memory;
        this.line = new Gathering(memory, largest + 1L);
    }

    /** An event is too large. */
    static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLarge(String message) {
            super(message);
        }
    }

    /** The id to go on from. */
    String lastId() {
        return lastId;
    }

    /** How long to wait before connecting again, if the stream said so. */
    @Nullable
    Duration retry() {
        return lastRetry;
    }

    /** The events that these bytes complete, read as they are taken: what comes before one that is too large is told. */
    Iterable<ServerSentEvent> read(ByteBuffer piece) {
        return () -> new EventsOfPiece(piece);
    }

    private final class EventsOfPiece implements Iterator<ServerSentEvent> {
        private final ByteBuffer piece;
        private @Nullable ServerSentEvent event;

        EventsOfPiece(ByteBuffer piece) {
            this.piece = piece;
        }

        @Override
        public boolean hasNext() {
            while (event == null && piece.hasRemaining()) {
                event = take(piece.get());
            }
            return event != null;
        }

        @Override
        public ServerSentEvent next() {
            if (!hasNext() || event == null) {
                throw new NoSuchElementException("there are no more events");
            }
            ServerSentEvent next = event;
            event = null;
            return next;
        }
    }

    private @Nullable ServerSentEvent take(byte next) {
        boolean second = afterReturn && next == '\n';
        afterReturn = next == '\r';
        if (second) {
            return null;
        }
        if (next == '\n' || next == '\r') {
            return line();
        }
        line.add(next);
        checkSize();
        return null;
    }

    private void checkSize() {
        if ((long) line.size() + data.length() + type.length() + (named ? id.length() : 0) > largest) {
            throw new TooLarge("an event is larger than " + largest + " bytes (setting: maxBody)");
        }
    }

    private @Nullable ServerSentEvent line() {
        String text = line.takenText();
        if (first && text.startsWith("\uFEFF")) {
            text = text.substring(1);
        }
        first = false;
        if (text.isEmpty()) {
            return dispatch();
        }
        field(text);
        return null;
    }

    private void field(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        String rest = colon < 0 ? "" : text.substring(colon + 1);
        String value = rest.startsWith(" ") ? rest.substring(1) : rest;
        switch (name) {
            case "event" ->
                type = value.indexOf('\0') < 0 ? value : type; // browsers take it, but no event may have one
            case "data" -> {
                data.append(value).append('\n');
                hasData = true;
                if (2 * data.capacity() > counted) {
                    memory.hold(2 * data.capacity() - counted);
                    counted = 2 * data.capacity();
                }
            }
            case "id" -> {
                id = value.indexOf('\0') < 0 ? value : id;
                named = true;
            }
            case "retry" -> {
                int milliseconds = Chars.amount(value);
                if (milliseconds >= 0) {
                    retry = Duration.ofMillis(milliseconds);
                    lastRetry = retry;
                }
            }
            default -> {} // a comment, or unknown
        }
    }

    private @Nullable ServerSentEvent dispatch() {
        ServerSentEvent event = null;
        lastId = id;
        if (hasData) {
            data.setLength(data.length() - 1);
            event = new ServerSentEvent(
                    lastId.isEmpty() ? null : lastId, type.isEmpty() ? null : type, data.toString(), retry);
        }
        data.setLength(0);
        hasData = false;
        named = false;
        type = "";
        retry = null;
        return event;
    }
}
