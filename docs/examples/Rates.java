import dev.weir.Many;
import dev.weir.rsocket.RSocketClient;
import dev.weir.rsocket.RSocketConnection;

/** The desk over RSocket: two conversions on one channel, then the dollar as it moves. */
void main(String[] arguments) {
    String desk = arguments.length > 0 ? arguments[0] : "tcp://127.0.0.1:7878";
    try (RSocketConnection connection = RSocketClient.create().connect(desk).await()) {
        connection
                .route("convert")
                .values(Many.of("2.5 GBP USD", "100 JPY EUR"))
                .asMany(String.class)
                .forEach(IO::println)
                .await();
        connection
                .route("rates")
                .value("USD")
                .asMany(String.class)
                .take(3) // what is not asked for is not sent
                .forEach(IO::println)
                .await();
    }
}
