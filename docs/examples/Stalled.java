import dev.weir.Many;
import dev.weir.One;
import java.util.concurrent.CountDownLatch;

void main() {
    Many.of("EUR", "USD", "CHF")
            .mapAsync(2, currency -> One.blocking(() -> quote(currency)).named("quote of " + currency))
            .log("answers")
            .named("quotes")
            .forEach(IO::println)
            .await();
}

String quote(String currency) throws InterruptedException {
    if (currency.equals("USD")) {
        new CountDownLatch(1).await(); // a service that never answers
    }
    return currency + " has a price";
}
