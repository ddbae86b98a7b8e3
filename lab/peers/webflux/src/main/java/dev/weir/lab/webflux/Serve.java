package dev.weir.lab.webflux;

import java.time.Duration;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Spring WebFlux on reactor-netty, with as many event loops as processors. */
@SpringBootApplication
@RestController
public class Serve {
    private static final Duration SLOW = Duration.ofMillis(100);

    public static void main(String[] arguments) {
        System.setProperty(
                "reactor.netty.ioWorkerCount",
                String.valueOf(Runtime.getRuntime().availableProcessors()));
        var application = new SpringApplication(Serve.class);
        application.setDefaultProperties(
                Map.of("server.address", arguments[1], "server.port", arguments[2], "spring.main.banner-mode", "off"));
        application.run();
    }

    @GetMapping(value = "/endpoint", produces = "text/plain")
    public Mono<String> endpoint() {
        return Mono.just("OK");
    }

    @GetMapping(value = "/slow", produces = "text/plain")
    public Mono<String> slow() {
        return Mono.delay(SLOW).map(passed -> "OK");
    }
}
