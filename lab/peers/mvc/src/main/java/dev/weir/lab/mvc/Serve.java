package dev.weir.lab.mvc;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Spring MVC on Tomcat with all that it has by default, such as 200 threads. */
@SpringBootApplication
@RestController
public class Serve {
    public static void main(String[] arguments) {
        var application = new SpringApplication(Serve.class);
        application.setDefaultProperties(
                Map.of("server.address", arguments[1], "server.port", arguments[2], "spring.main.banner-mode", "off"));
        application.run();
    }

    @GetMapping(value = "/endpoint", produces = "text/plain")
    public String endpoint() {
        return "OK";
    }

    @GetMapping(value = "/slow", produces = "text/plain")
    public String slow() throws InterruptedException {
        Thread.sleep(100);
        return "OK";
    }
}
