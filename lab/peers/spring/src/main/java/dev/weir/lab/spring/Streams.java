package dev.weir.lab.spring;

import dev.weir.lab.streams.Ask;
import dev.weir.lab.streams.Costs;
import dev.weir.lab.streams.Ticks;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Streams as users of Spring write them: an interval for each. */
@Controller
final class Streams {
    private static final long NANOS = Ticks.MILLIS * 1_000_000L;

    @MessageMapping("costs")
    Mono<String> costs(String nothing) {
        return Mono.just(Costs.now().text());
    }

    @MessageMapping("stream")
    Flux<byte[]> stream(String asked) {
        Ask ask = Ask.of(asked);
        if (ask.turns() == 0) {
            return Flux.never();
        }
        long first = System.nanoTime() + ask.phase() * NANOS;
        Flux<byte[]> payloads = Flux.interval(
                        Duration.ofNanos(ask.phase() * NANOS), Duration.ofNanos(ask.turns() * NANOS))
                .onBackpressureDrop()
                .map(n -> payload(first + n * ask.turns() * NANOS, ask.size()));
        return ask.burst() == 1
                ? payloads
                : payloads.flatMapIterable(payload -> Collections.nCopies(ask.burst(), payload));
    }

    private static byte[] payload(long due, int size) {
        return ByteBuffer.allocate(size).putLong(due).array();
    }
}
