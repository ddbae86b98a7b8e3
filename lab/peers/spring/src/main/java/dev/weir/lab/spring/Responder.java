package dev.weir.lab.spring;

import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Answers as all peers do, where the route is {@code peer}; what wants no answer has a route of its own, as it has a method. */
@Controller
final class Responder {
    private volatile String heard = "nothing";

    @MessageMapping("peer")
    Mono<String> respond(String data) {
        return switch (data) {
            case "fail" -> Mono.error(new IllegalStateException("failed"));
            case "heard" -> Mono.just(heard);
            default -> Mono.just(data);
        };
    }

    @MessageMapping("forget")
    Mono<Void> hear(String data) {
        heard = data;
        return Mono.empty();
    }

    @MessageMapping("the.route")
    Mono<String> routed(String data) {
        return Mono.just(data.equals("route") ? "the.route" : data);
    }

    @MessageMapping("peer")
    Flux<String> count(String data) {
        return Flux.range(0, Integer.parseInt(data.substring("count:".length())))
                .map(i -> Integer.toString(i));
    }

    @MessageMapping("peer")
    Flux<String> channel(Flux<String> items) {
        return items;
    }
}
