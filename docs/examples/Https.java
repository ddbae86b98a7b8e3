import dev.weir.One;
import dev.weir.net.ServerTls;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import java.nio.file.Path;
import java.time.Duration;

/** Its arguments are a certificate chain and its key, both in PEM, and a port. */
void main(String[] arguments) {
    if (arguments.length < 2) {
        System.err.println("Usage: Https.java chain.pem key.pem [port]");
        System.exit(2);
    }
    int port = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 8443;
    HttpServer server = HttpServer.builder()
            .bind("127.0.0.1", port)
            .tls(ServerTls.pem(Path.of(arguments[0]), Path.of(arguments[1])))
            .handler(Routes.create()
                    .get("/", request -> One.of(Response.text("hello over " + request.protocol() + "\n"))))
            .start()
            .await();
    Runtime.getRuntime() // Ctrl-C and SIGTERM let requests finish
            .addShutdownHook(
                    new Thread(() -> server.shutdown(Duration.ofSeconds(10)).await()));
    IO.println("https://localhost:" + server.port() + "/");
}
