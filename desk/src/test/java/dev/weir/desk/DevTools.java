package dev.weir.desk;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** The Chrome DevTools protocol: commands with numbered answers, and events, over one WebSocket. */
final class DevTools implements WebSocket.Listener {
    private static final long PATIENCE_SECONDS = 60;

    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, CompletableFuture<Map<String, Object>>> answers = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<Map<String, Object>>> events = new ConcurrentHashMap<>();
    private final StringBuilder message = new StringBuilder();
    private final WebSocket socket;

    DevTools(HttpClient client, String address) {
        socket = join(client.newWebSocketBuilder().buildAsync(URI.create(address), this));
    }

    /**
     * Sends a command and waits for its answer.
     *
     * @param session of a page, or empty for the browser itself
     * @param parameters names and JSON values in turn
     */
    Map<String, Object> call(String session, String method, String... parameters) {
        int number = numbers.incrementAndGet();
        CompletableFuture<Map<String, Object>> answer = new CompletableFuture<>();
        answers.put(number, answer);
        StringBuilder command = new StringBuilder("{\"id\":" + number + ",\"method\":\"" + method + "\"");
        if (!session.isEmpty()) {
            command.append(",\"sessionId\":\"").append(session).append('"');
        }
        command.append(",\"params\":{");
        for (int i = 0; i < parameters.length; i += 2) {
            command.append(i == 0 ? "" : ",");
            command.append(quote(parameters[i])).append(':').append(parameters[i + 1]);
        }
        join(socket.sendText(command.append("}}"), true));
        Map<String, Object> reply = join(answer);
        if (reply.containsKey("error")) {
            throw new AssertionError(method + " failed: " + reply.get("error"));
        }
        return JsonReader.object(reply.get("result"));
    }

    /** The next event of that name; to be called before what causes it. */
    CompletableFuture<Map<String, Object>> next(String event) {
        CompletableFuture<Map<String, Object>> next = new CompletableFuture<>();
        events.put(event, next);
        return next;
    }

    static <T> T join(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException | InterruptedException failure) {
            throw new AssertionError("the browser did not do it", failure);
        }
    }

    static String quote(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        message.append(data);
        if (last) {
            receive(JsonReader.object(JsonReader.read(message.toString())));
            message.setLength(0);
        }
        webSocket.request(1);
        return null;
    }

    private void receive(Map<String, Object> received) {
        boolean answer = received.containsKey("id");
        CompletableFuture<Map<String, Object>> waiting = answer
                ? answers.remove(((Number) received.get("id")).intValue())
                : events.remove((String) received.get("method"));
        if (waiting != null) {
            waiting.complete(received);
        }
    }

    @Override
    public void onError(WebSocket webSocket, Throwable failure) {
        answers.values().forEach(answer -> answer.completeExceptionally(failure));
    }
}
