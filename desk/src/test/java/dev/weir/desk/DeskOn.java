package dev.weir.desk;

import dev.weir.net.http.HttpServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A desk on a database, over HTTP. */
final class DeskOn implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final Database database;
    private final HttpServer http;

    DeskOn(String url) {
        Rates rates = new Rates(Table.BASE);
        database = Database.open(url, rates).await(Duration.ofSeconds(60));
        Store store = database.store();
        http = new HttpDesk(rates, store, store.states(), 10, 8082)
                .server()
                .bind("127.0.0.1", 0)
                .start()
                .await();
    }

    Store store() {
        return database.store();
    }

    int port() {
        return http.port();
    }

    HttpResponse<String> get(String currency) throws IOException, InterruptedException {
        return ask("GET", "/rates/" + currency, "");
    }

    HttpResponse<String> put(String currency, String rate) throws IOException, InterruptedException {
        return ask("PUT", "/rates/" + currency, rate);
    }

    HttpResponse<String> ask(String method, String path, String body) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    @Override
    public void close() {
        http.close();
        http.closed().await();
        database.close();
        client.shutdownNow();
    }
}
