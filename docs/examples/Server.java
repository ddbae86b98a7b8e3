import dev.weir.One;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;

void main(String[] arguments) {
    int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 8080; // 0 is any free one
    HttpServer server = HttpServer.builder()
            .bind("127.0.0.1", port)
            .handler(Routes.create()
                    .get("/hello/{name}", request -> One.of(Response.text("hello " + request.param("name")))))
            .start()
            .await(); // nothing listens before that
    IO.println("http://127.0.0.1:" + server.port() + "/hello/Ada");
}
