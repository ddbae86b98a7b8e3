package dev.weir.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.docs.ShowsTest.Page;
import dev.weir.docs.ShowsTest.Trade;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServerRoutes;

/** What {@link Shows} has, with Reactor and Reactor Netty. */
@SuppressWarnings("StreamResourceLeak") // it is closed by using
final class ShowsOfReactor {
    private ShowsOfReactor() {}

    // tag::trades
    static Flux<List<Trade>> topTrades(Path csv) {
        return Flux.using(() -> Files.lines(csv), Flux::fromStream)
                .subscribeOn(Schedulers.boundedElastic())
                .skip(1)
                .map(Trade::of)
                .groupBy(Trade::symbol)
                .flatMap(group -> group.bufferUntilChanged(Trade::second), 1_000)
                .map(Trade::topThree);
    }

    // end::trades

    // tag::search
    static Flux<String> search(HttpClient client, String uri, Flux<String> typed) {
        return typed.sampleTimeout(text -> Mono.delay(Duration.ofMillis(300)))
                .distinctUntilChanged()
                .switchMap(text -> client.get()
                        .uri(uri + "?q=" + URLEncoder.encode(text, UTF_8))
                        .responseSingle((response, body) -> body.asString()));
    }

    // end::search

    // tag::poll
    static Flux<String> poll(HttpClient client, ObjectMapper json, String uri) {
        return page(client, json, uri)
                .expand(page -> Mono.justOrEmpty(page.next()).flatMap(next -> page(client, json, next)))
                .flatMapIterable(Page::orders, 1)
                .repeatWhen(ends -> ends.delayElements(Duration.ofSeconds(5)));
    }

    private static Mono<Page> page(HttpClient client, ObjectMapper json, String uri) {
        return client.get()
                .uri(uri)
                .responseSingle((response, body) -> body.asByteArray())
                .flatMap(bytes -> Mono.fromCallable(() -> json.readValue(bytes, Page.class)));
    }

    // end::poll

    // tag::cache
    static Function<String, Mono<Double>> cached(Function<String, Callable<Double>> load) {
        Map<String, Mono<Double>> rates = new ConcurrentHashMap<>();
        return pair -> rates.computeIfAbsent(
                pair,
                key -> Mono.fromCallable(load.apply(key))
                        .subscribeOn(Schedulers.boundedElastic())
                        .cache(rate -> Duration.ofMinutes(5), failure -> Duration.ZERO, () -> Duration.ZERO));
    }

    // end::cache

    // tag::rates
    static Consumer<HttpServerRoutes> rates(Sinks.Many<String> rates) {
        return routes ->
                routes.ws("/rates", (in, out) -> out.sendString(rates.asFlux().onBackpressureLatest()));
    }

    // end::rates
}
