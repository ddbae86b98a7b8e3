import dev.weir.Many;
import dev.weir.Retry;
import java.time.Duration;

void main() {
    Many.of("EUR", "USD", "CHF")
            .mapBlocking(16, this::quote) // plain blocking calls, at most 16 at once, on virtual threads
            .retry(Retry.backoff(3, Duration.ofMillis(100)))
            .timeout(Duration.ofSeconds(5))
            .named("quotes") // says where a failure comes from
            .forEach(IO::println)
            .await(); // nothing ran before this
}

String quote(String currency) throws InterruptedException {
    Thread.sleep(50); // a slow service
    return currency + " has a price";
}
