package dev.weir.docs;

import static dev.weir.Operators.bufferUntilChanged;
import static dev.weir.net.websocket.WebSocket.accepting;

import dev.weir.Broadcast;
import dev.weir.Many;
import dev.weir.Many.Unfolded;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.Repeat;
import dev.weir.docs.ShowsTest.Page;
import dev.weir.docs.ShowsTest.Trade;
import dev.weir.io.FileSource;
import dev.weir.net.http.Routes;
import dev.weir.net.http.client.HttpClient;
import dev.weir.net.websocket.Message;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Five programs; {@link ShowsOfReactor} has the same. */
final class Shows {
    private Shows() {}

    // tag::trades
    static Many<List<Trade>> topTrades(Path csv) {
        return FileSource.of(csv)
                .lines()
                .skip(1)
                .map(Trade::of)
                .groupBy(1_000, Trade::symbol, group -> group.items().through(bufferUntilChanged(1_000, Trade::second)))
                .map(Trade::topThree);
    }

    // end::trades

    // tag::search
    static Many<String> search(HttpClient client, String uri, Many<String> typed) {
        return typed.debounce(Duration.ofMillis(300))
                .distinctUntilChanged()
                .switchMap(text -> client.get(uri).addQuery("q", text).text().toMany());
    }

    // end::search

    // tag::poll
    static Many<String> poll(HttpClient client, String uri) {
        return Many.unfoldAsync(uri, at -> client.get(at).as(Page.class).map(page -> new Unfolded<>(page, page.next())))
                .flatMapIterable(Page::orders)
                .repeat(Repeat.forever().withPause(Duration.ofSeconds(5)));
    }

    // end::poll

    // tag::cache
    static Function<String, One<Double>> cached(Function<String, Callable<Double>> load) {
        Map<String, One<Double>> rates = new ConcurrentHashMap<>();
        return pair ->
                rates.computeIfAbsent(pair, key -> One.blocking(load.apply(key)).cache(Duration.ofMinutes(5)));
    }

    // end::cache

    // tag::rates
    static Routes rates(Broadcast<Message> rates) {
        return Routes.create().get("/rates", accepting(socket -> socket.send(rates.listen(Overflow.latest()))));
    }

    // end::rates
}
