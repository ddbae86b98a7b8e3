import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;

/** Answers every request with its body, and with what it takes the rest for in header fields, on any free port. */
public final class MirrorServer {
    private MirrorServer() {}

    /**
     * @param args none
     */
    public static void main(String[] args) {
        HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(request -> {
                    StringJoiner fields = new StringJoiner("&");
                    request.headers().forEach(field -> fields.add(field.name() + "=" + escaped(field.value())));
                    return request.bytes()
                            .map(body -> Response.bytes("application/octet-stream", body)
                                    .withHeader("Seen", request.method() + " " + request.target())
                                    .withHeader("Seen-Fields", fields.toString()));
                })
                .start()
                .await();
        System.out.println("port " + server.port());
    }

    private static String escaped(String value) {
        return URLEncoder.encode(value, StandardCharsets.ISO_8859_1);
    }
}
