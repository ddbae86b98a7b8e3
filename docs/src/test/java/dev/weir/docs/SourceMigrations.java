package dev.weir.docs;

import static dev.weir.docs.Migration.row;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Where items come from. */
final class SourceMigrations {
    private static final Duration TICK = Duration.ofMillis(1);

    static final List<Migration> ALL = List.of(
            row("Flux.just", "Many.of", () -> Flux.just(1, 2), () -> Many.of(1, 2)),
            row("Flux.range", "Many.range", () -> Flux.range(3, 2), () -> Many.range(3, 2)),
            row("Flux.empty", "Many.empty", () -> Flux.empty(), () -> Many.empty()),
            row(
                    "Flux.never",
                    "Many.never",
                    () -> Flux.never().timeout(TICK, Flux.just(1)),
                    () -> Many.never().timeout(TICK).onErrorResume(late -> Many.of(1))),
            row(
                    "Flux.error",
                    "Many.fail",
                    () -> Flux.error(IllegalStateException::new),
                    () -> Many.fail(IllegalStateException::new)),
            row(
                    "Flux.fromIterable",
                    "Many.from",
                    () -> Flux.fromIterable(List.of(1, 2)),
                    () -> Many.from(List.of(1, 2))),
            row(
                    "Flux.fromStream",
                    "Many.fromStream",
                    () -> Flux.fromStream(() -> Stream.of(1, 2)),
                    () -> Many.fromStream(() -> Stream.of(1, 2))),
            row(
                    "Flux.generate",
                    "Many.unfold",
                    () -> Flux.<Integer, Integer>generate(() -> 0, (state, sink) -> {
                        if (state < 3) {
                            sink.next(state);
                        } else {
                            sink.complete();
                        }
                        return state + 1;
                    }),
                    () -> Many.unfold(0, state -> state < 3 ? new Many.Unfolded<>(state, state + 1) : null)),
            row(
                    "Mono.expand",
                    "Many.unfoldAsync",
                    () -> Mono.just(0).expand(page -> page < 2 ? Mono.just(page + 1) : Mono.empty()),
                    () -> Many.unfoldAsync(0, page -> One.of(new Many.Unfolded<>(page, page < 2 ? page + 1 : null)))),
            row(
                    "Flux.create",
                    "Many.emitter",
                    () -> Flux.create(sink -> sink.next(1).next(2).complete()),
                    () -> Many.emitter(Overflow.buffer(2), emitter -> {
                        emitter.next(1);
                        emitter.next(2);
                        emitter.complete();
                    })),
            row(
                    "Flux.push",
                    "Many.emitter",
                    () -> Flux.push(sink -> sink.next(1).complete()),
                    () -> Many.emitter(Overflow.buffer(1), emitter -> {
                        emitter.next(1);
                        emitter.complete();
                    })),
            row(
                    "Flux.using",
                    "Many.using",
                    () -> Flux.using(() -> List.of(1, 2), Flux::fromIterable, list -> {}),
                    () -> Many.using(() -> List.of(1, 2), Many::from, list -> {})),
            row(
                    "Flux.interval",
                    "Many.interval",
                    () -> Flux.interval(TICK).take(2).count(),
                    () -> Many.interval(TICK).take(2).count()),
            row("Flux.defer", "Many.defer", () -> Flux.defer(() -> Flux.just(1)), () -> Many.defer(() -> Many.of(1))));

    private SourceMigrations() {}
}
