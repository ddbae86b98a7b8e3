import dev.weir.net.http.client.HttpClient;
import java.time.Duration;

void main(String[] arguments) {
    String uri = arguments.length > 0 ? arguments[0] : "http://127.0.0.1:8080/hello/Ada";
    try (HttpClient client = HttpClient.create()) {
        String text = client.get(uri)
                .withTimeout(Duration.ofSeconds(2))
                .text()
                .await(); // nothing is sent before that
        IO.println(text);
    }
}
