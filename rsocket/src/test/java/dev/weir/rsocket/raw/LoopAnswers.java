package dev.weir.rsocket.raw;

import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.loop.Bytes;
import dev.weir.rsocket.loop.Interaction;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * Does what the data of a request says, and tells what it hears: {@code fail} and {@code code:204} fail, {@code never} does
 * nothing, {@code big:N} answers with so many bytes, {@code count:N} with so many items, {@code forever} with items without
 * end; of channels {@code collect} answers with all that came, and {@code echo} with each. A response is else what was asked.
 */
final class LoopAnswers implements Responder {
    private static final int PLENTY = 1_000;

    private final Queue<String> heard;

    LoopAnswers(Queue<String> heard) {
        this.heard = heard;
    }

    @Override
    public StreamListener request(LoopConnection connection, int stream, Interaction kind, View payload) {
        String data = payload.data().text();
        String word = switch (kind) {
            case RESPONSE -> "response ";
            case STREAM -> "stream ";
            case CHANNEL -> "channel ";
        };
        heard.add(word + data);
        if (data.equals("fail")) {
            connection.error(stream, RSocketException.ApplicationError.CODE, "failed");
        } else if (data.startsWith("code:")) {
            connection.error(stream, Integer.parseUnsignedInt(data.substring("code:".length()), 16), "told to");
        }
        Answer answer = new Answer(data, kind, payload);
        if (kind == Interaction.CHANNEL) {
            connection.request(stream, PLENTY);
        }
        return answer;
    }

    @Override
    public void fireAndForget(LoopConnection connection, View payload) {
        heard.add("fnf " + payload.data().text());
    }

    @Override
    public void metadataPush(LoopConnection connection, Bytes metadata) {
        heard.add("push " + metadata.text());
    }

    private final class Answer implements StreamListener {
        private final String data;
        private final boolean channel;
        private final ByteBuffer metadata;
        private final List<String> collected = new ArrayList<>();
        private final ArrayDeque<String> toSend = new ArrayDeque<>();
        private long items;
        private long item;
        private boolean ended;

        Answer(String data, Interaction kind, View payload) {
            this.data = data;
            this.channel = kind == Interaction.CHANNEL;
            Bytes given = payload.metadata();
            this.metadata = given == null ? null : ByteBuffer.wrap(given.copy());
            if (kind == Interaction.RESPONSE) {
                ended = true;
                if (!data.equals("never")) {
                    toSend.add(data.startsWith("big:") ? "x".repeat(number()) : data);
                }
            } else if (data.equals("echo")) {
                toSend.add(data);
            } else if (data.startsWith("count:")) {
                items = number();
                ended = true;
            } else if (data.equals("forever")) {
                items = Long.MAX_VALUE;
            }
        }

        private int number() {
            return Integer.parseInt(data.substring(data.indexOf(':') + 1));
        }

        private void pump(LoopConnection connection, int stream) {
            while (!(toSend.isEmpty() && item == items) && connection.wants(stream)) {
                String text = toSend.isEmpty() ? Long.toString(item++) : toSend.remove();
                ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
                if (ended && item == items && toSend.isEmpty()) {
                    connection.last(stream, metadata, bytes);
                } else {
                    connection.next(stream, metadata, bytes);
                }
            }
        }

        @Override
        public void demanded(LoopConnection connection, int stream) {
            pump(connection, stream);
        }

        @Override
        public void next(LoopConnection connection, int stream, View payload) {
            String item = payload.data().text();
            if (data.equals("echo")) {
                toSend.add(item);
                pump(connection, stream);
            } else if (data.equals("collect")) {
                collected.add(item);
            } else {
                heard.add("item " + item);
            }
            connection.request(stream, 1);
        }

        @Override
        public void complete(LoopConnection connection, int stream) {
            if (data.equals("collect")) {
                ended = true;
                toSend.add(String.join(",", collected));
                pump(connection, stream);
            } else if (data.equals("echo")) {
                ended = true;
                if (toSend.isEmpty()) {
                    connection.complete(stream);
                }
            } else {
                heard.add("complete");
            }
        }

        @Override
        public void failed(LoopConnection connection, int stream, RSocketException failure) {
            if (channel) {
                heard.add("failed " + failure.getMessage());
                heard.add("cancelled " + data);
            }
        }

        @Override
        public void cancelled(LoopConnection connection, int stream) {
            heard.add("cancelled " + data);
        }
    }
}
