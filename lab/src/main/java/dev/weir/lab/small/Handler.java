package dev.weir.lab.small;

import dev.weir.One;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import reactor.core.publisher.Mono;

/**
 * What a handler of HTTP does, without the server: a parameter is parsed, something looked up, mapped, limited in time
 * and written as JSON, with an answer for each failure.
 */
public class Handler extends Small {
    private static final Duration LIMIT = Duration.ofMillis(100);
    private static final Map<Integer, Product> TABLE =
            Map.of(17, new Product("tea", 350), 18, new Product("milk", 120));
    private static final Map<String, String> PARAMETERS = Map.of("found", "17", "unknown", "99", "malformed", "1x");
    private static final Map<String, String> ANSWERS = Map.of(
            "found", "{\"name\": \"tea\", \"cents\": 416}",
            "unknown", "{\"error\": \"no product 99\"}",
            "malformed", "{\"error\": \"For input string: \\\"1x\\\"\"}");

    @Param({"found", "unknown", "malformed"})
    public String request;

    private String parameter;

    private record Product(String name, int cents) {
        Product taxed() {
            return new Product(name, cents * 119 / 100);
        }

        String json() {
            return "{\"name\": \"" + name + "\", \"cents\": " + cents + "}";
        }
    }

    /** What an application expects: it keeps no trace. */
    private static final class Unknown extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unknown(int id) {
            super("no product " + id);
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    @Override
    protected void prepare() {
        parameter = PARAMETERS.get(request);
    }

    @Override
    protected Object expected() {
        return ANSWERS.get(request);
    }

    private static String problem(Throwable failure) {
        return "{\"error\": \"" + failure.getMessage().replace("\"", "\\\"") + "\"}";
    }

    @Benchmark
    public String weir() {
        return One.call(() -> Integer.parseInt(parameter))
                .flatMap(id -> One.supply(() -> TABLE.get(id)).orFail(() -> new Unknown(id)))
                .map(Product::taxed)
                .timeout(LIMIT)
                .map(Product::json)
                .onErrorReturn(Handler::problem)
                .await();
    }

    @Benchmark
    public String reactor() {
        return Mono.fromCallable(() -> Integer.parseInt(parameter))
                .flatMap(id -> Mono.fromSupplier(() -> TABLE.get(id)).switchIfEmpty(Mono.error(() -> new Unknown(id))))
                .map(Product::taxed)
                .timeout(LIMIT)
                .map(Product::json)
                .onErrorResume(failure -> Mono.just(problem(failure)))
                .block();
    }

    @Benchmark
    public String rxjava() {
        return Single.fromCallable(() -> Integer.parseInt(parameter))
                .flatMap(id ->
                        Maybe.fromSupplier(() -> TABLE.get(id)).switchIfEmpty(Single.error(() -> new Unknown(id))))
                .map(Product::taxed)
                .timeout(LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .map(Product::json)
                .onErrorReturn(Handler::problem)
                .blockingGet();
    }

    @Benchmark
    public String mutiny() {
        return Uni.createFrom()
                .item(() -> Integer.parseInt(parameter))
                .flatMap(id -> Uni.createFrom()
                        .item(() -> TABLE.get(id))
                        .onItem()
                        .ifNull()
                        .failWith(() -> new Unknown(id)))
                .map(Product::taxed)
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .map(Product::json)
                .onFailure()
                .recoverWithItem(Handler::problem)
                .await()
                .indefinitely();
    }

    @Benchmark
    public String completablefuture() {
        return CompletableFuture.completedFuture(parameter)
                .thenApply(Integer::parseInt)
                .thenCompose(Handler::future)
                .thenApply(Product::taxed)
                .orTimeout(LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .thenApply(Product::json)
                .exceptionally(
                        failure -> problem(failure instanceof CompletionException ? failure.getCause() : failure))
                .join();
    }

    private static CompletableFuture<Product> future(int id) {
        Product product = TABLE.get(id);
        return product == null
                ? CompletableFuture.failedFuture(new Unknown(id))
                : CompletableFuture.completedFuture(product);
    }

    @Benchmark
    public String loop() {
        try {
            int id = Integer.parseInt(parameter);
            Product product = TABLE.get(id);
            if (product == null) {
                throw new Unknown(id);
            }
            return product.taxed().json();
        } catch (RuntimeException failure) {
            return problem(failure);
        }
    }
}
