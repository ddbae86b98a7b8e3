package dev.weir.lab.servers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Executors;

/** The JDK's server, each exchange on a virtual thread. */
final class JdkHttp implements Server {
    @Override
    public void start(Setup setup) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.setProperty("sun.net.httpserver.maxIdleConnections", String.valueOf(Setup.CONNECTIONS));
        HttpServer server = HttpServer.create(setup.address(), Setup.BACKLOG);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> answer(exchange, setup.work()));
        server.start();
    }

    private static void answer(HttpExchange exchange, Duration work) throws IOException {
        try (OutputStream body = exchange.getResponseBody()) {
            if (!work.isZero()) {
                Thread.sleep(work);
            }
            exchange.getResponseHeaders().set("Content-Type", Answer.TYPE);
            exchange.sendResponseHeaders(200, Answer.BODY.length);
            body.write(Answer.BODY);
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
