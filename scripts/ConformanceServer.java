import dev.weir.One;
import dev.weir.net.ServerTls;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import java.nio.file.Path;
import java.time.Duration;

/** Serves what the conformance suites ask for, on any free port, which it prints. */
public final class ConformanceServer {
    private ConformanceServer() {}

    /**
     * @param args a certificate and its key, to serve TLS
     */
    public static void main(String[] args) {
        Routes routes = Routes.create()
                .get("/", request -> One.of(Response.text("hello\n")))
                .post("/", request -> request.bytes().map(bytes -> Response.bytes("application/octet-stream", bytes)));
        HttpServer.Builder server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .stallTimeout(Duration.ofMinutes(1))
                .handler(routes);
        HttpServer started = (args.length < 2 ? server : server.tls(ServerTls.pem(Path.of(args[0]), Path.of(args[1]))))
                .start()
                .await();
        System.out.println("port " + started.port());
    }
}
