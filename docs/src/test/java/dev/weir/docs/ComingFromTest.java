package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Sharing;
import dev.weir.reactivestreams.ReactiveStreams;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class ComingFromTest {
    private static final Map<String, Class<?>> TYPES = Stream.of(
                    Flux.class,
                    Mono.class,
                    Flowable.class,
                    Single.class,
                    Maybe.class,
                    Completable.class,
                    Multi.class,
                    Uni.class,
                    CompletableFuture.class,
                    Many.class,
                    One.class,
                    Operators.class,
                    Sharing.class)
            .collect(Collectors.toMap(Class::getSimpleName, Function.identity()));

    /** A type and methods, of which each is one of what the one before returns. */
    private static final Pattern NAME = Pattern.compile("`([A-Z][A-Za-z]+)((?:\\.[a-z][A-Za-z]+)+)`");

    @Test
    void whatStandsInTheTablesIsThere() throws Exception {
        List<String> missing = new ArrayList<>();
        int rows = 0;
        for (String line : Files.readAllLines(Path.of("guide/coming-from.md"))) {
            var names = NAME.matcher(line);
            while (line.startsWith("| `") && names.find()) {
                rows++;
                if (!isThere(
                        TYPES.get(names.group(1)), names.group(2).substring(1).split("\\."), 0)) {
                    missing.add(names.group());
                }
            }
        }
        assertEquals(List.of(), missing);
        assertTrue(rows > 200, rows + " names");
    }

    private static boolean isThere(Class<?> type, String[] methods, int at) {
        return at == methods.length
                || Arrays.stream(type.getMethods())
                        .filter(method -> method.getName().equals(methods[at]))
                        .map(Method::getReturnType)
                        .anyMatch(returned -> isThere(returned, methods, at + 1));
    }

    @Test
    void bridge() {
        Function<Integer, Flux<String>> lookup = id -> Flux.just("user " + id);
        // tag::bridge
        Many<String> users = Many.of(1, 2).concatMap(id -> ReactiveStreams.many(lookup.apply(id))); // from Reactor

        Flux<String> names = Flux.from(ReactiveStreams.publisher(users.map(String::toUpperCase))); // and back
        // end::bridge
        assertEquals(List.of("USER 1", "USER 2"), names.collectList().block());
    }

    @Test
    void empty() {
        // tag::empty
        Mono<String> skipped = Mono.<String>empty().map(name -> "Hello " + name); // the function is not called

        One<String> called = One.<String>ofNull().map(name -> "Hello " + name); // it is, with null
        One<String> known = One.<String>ofNull().orElse("stranger").map(name -> "Hello " + name);
        // end::empty
        assertNull(skipped.block());
        assertEquals("Hello null", called.await());
        assertEquals("Hello stranger", known.await());
    }

    @Test
    void cold() {
        AtomicInteger calls = new AtomicInteger();
        // tag::cold
        CompletableFuture<Integer> future = CompletableFuture.supplyAsync(calls::incrementAndGet); // runs now, once
        One<Integer> one = One.supply(calls::incrementAndGet); // runs when it is awaited, each time
        One<Integer> once = one.cache(); // runs when it is awaited first
        // end::cold
        assertEquals(1, future.join());
        assertEquals(2, one.await());
        assertEquals(3, one.await());
        assertEquals(4, once.await());
        assertEquals(4, once.await());
    }

    @Test
    void cancel() {
        CompletableFuture<String> future = new CompletableFuture<>();
        One.from(() -> future).subscribe().cancel();
        assertFalse(future.isCancelled());
        // tag::cancel
        One<String> own = One.from(() -> future).doOnCancel(() -> future.cancel(false));
        // end::cancel
        own.subscribe().cancel();
        assertTrue(future.isCancelled());
    }
}
