import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import java.time.Duration;

void main() {
    Many.of("EUR", "USD", "CHF")
            .mapAsync(16, currency -> One.blocking(() -> quote(currency)) // a plain blocking call, 16 at once at most
                    .retry(Retry.backoff(3, Duration.ofMillis(100))))
            .timeout(Duration.ofSeconds(5))
            .named("quotes") // this name appears in stack traces and in the log
            .forEach(IO::println)
            .await(); // nothing ran before this
}

String quote(String currency) throws InterruptedException {
    Thread.sleep(50); // a slow service
    return currency + " has a price";
}
