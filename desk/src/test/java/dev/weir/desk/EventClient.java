package dev.weir.desk;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;

/** Reads server-sent events, one at a time. */
final class EventClient implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpResponse<InputStream> response;
    private final Scanner lines;

    EventClient(int port) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/rates/stream"))
                .build();
        response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        lines = new Scanner(response.body(), StandardCharsets.UTF_8);
    }

    record Event(String id, String event, String data) {}

    int status() {
        return response.statusCode();
    }

    String header(String name) {
        return response.headers().firstValue(name).orElse("");
    }

    boolean hasEnded() {
        return !lines.hasNextLine();
    }

    Event next() {
        String id = "";
        String event = "";
        String data = "";
        for (String line = lines.nextLine(); !line.isEmpty() || data.isEmpty(); line = lines.nextLine()) {
            int colon = line.indexOf(':');
            String value = line.substring(colon + 1).strip();
            switch (line.substring(0, Math.max(colon, 0))) {
                case "id" -> id = value;
                case "event" -> event = value;
                case "data" -> data += value;
                default -> {} // a comment
            }
        }
        return new Event(id, event, data);
    }

    @Override
    public void close() throws IOException {
        response.body().close();
        client.shutdownNow();
    }
}
