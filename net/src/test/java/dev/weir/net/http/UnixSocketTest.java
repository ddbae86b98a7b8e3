package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.AddressInUseException;
import dev.weir.net.NoLeaks;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(NoLeaks.class)
class UnixSocketTest {
    @TempDir
    private Path directory;

    private Path socket() {
        return directory.resolve("weir.sock");
    }

    private HttpServer start() {
        return HttpServer.builder()
                .bind(socket())
                .handler(request -> One.of(Response.text(request.remoteAddress() + " " + request.isSecure())))
                .start()
                .await(TestServer.GENEROUS);
    }

    private String ask() throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
            Channels.newOutputStream(channel)
                    .write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void serves() throws IOException {
        try (HttpServer server = start()) {
            String answer = ask();
            assertTrue(answer.startsWith("HTTP/1.1 200 OK"), answer);
            assertTrue(answer.endsWith("localhost/127.0.0.1:0 false"), answer);
            assertEquals(0, server.port());
        }
    }

    @Test
    void removesItsFileAtTheEnd() throws IOException {
        HttpServer server = start();
        ask();
        server.close();
        server.closed().await(TestServer.GENEROUS);
        assertFalse(Files.exists(socket()));
    }

    @Test
    void leavesTheFileOfAnotherServerThatHasTakenItsPlace() throws IOException {
        HttpServer server = start();
        Files.delete(socket());
        try (HttpServer another = start()) {
            server.close();
            server.closed().await(TestServer.GENEROUS);
            assertTrue(ask().startsWith("HTTP/1.1 200 OK"));
            assertEquals(0, another.inFlight());
        }
        assertFalse(Files.exists(socket()));
    }

    @Test
    void replacesAFileThatWasLeftBehind() throws IOException {
        try (ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            killed.bind(UnixDomainSocketAddress.of(socket()));
        }
        assertTrue(Files.exists(socket()), "the JDK leaves it");
        try (HttpServer server = start()) {
            assertTrue(ask().startsWith("HTTP/1.1 200 OK"));
            assertEquals(0, server.inFlight());
        }
    }

    @Test
    void leavesASocketThatIsInUse() throws IOException {
        try (HttpServer server = start()) {
            AddressInUseException failure = assertThrows(AddressInUseException.class, this::start);
            assertTrue(String.valueOf(failure.getMessage()).contains(socket().toString()), failure::getMessage);
            assertTrue(ask().startsWith("HTTP/1.1 200 OK"));
            assertEquals(0, server.inFlight());
        }
    }

    @Test
    void leavesAFileThatIsNoSocket() throws IOException {
        Files.writeString(socket(), "precious");
        Exception failure = assertThrows(Exception.class, this::start);
        assertTrue(failure.toString().contains("is no socket"), failure::toString);
        assertEquals("precious", Files.readString(socket()));
    }
}
