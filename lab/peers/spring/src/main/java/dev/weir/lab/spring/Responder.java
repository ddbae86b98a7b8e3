package dev.weir.lab.spring;

import io.rsocket.frame.FrameType;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.rsocket.annotation.support.RSocketFrameTypeMessageCondition;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Answers as all peers do, where the route is {@code peer}. */
@Controller
final class Responder {
    private volatile String heard = "nothing";

    /** Also hears what wants no answer: there is one method for both. */
    @MessageMapping("peer")
    Mono<String> respond(
            String data, @Header(RSocketFrameTypeMessageCondition.FRAME_TYPE_HEADER) FrameType interaction) {
        if (interaction == FrameType.REQUEST_FNF) {
            heard = data;
            return Mono.empty();
        }
        return switch (data) {
            case "fail" -> Mono.error(new IllegalStateException("failed"));
            case "heard" -> Mono.just(heard);
            default -> Mono.just(data);
        };
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
