package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.One;
import dev.weir.net.AddressInUseException;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
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

    @Test
    void leavesAPipe() throws Exception {
        assertEquals(
                0, new ProcessBuilder("mkfifo", socket().toString()).start().waitFor());
        Exception failure = assertThrows(Exception.class, this::start);
        assertTrue(failure.toString().contains("is no socket"), failure::toString);
        assertTrue(Files.exists(socket()));
    }

    @Test
    void leavesASocketOfDatagrams() throws Exception {
        assumeTrue(Epoll.isAvailable());
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
        try {
            new Bootstrap()
                    .group(group)
                    .channel(EpollDomainDatagramChannel.class)
                    .handler(new ChannelInboundHandlerAdapter())
                    .bind(new DomainSocketAddress(socket().toFile()))
                    .sync();
            Exception failure = assertThrows(Exception.class, this::start);
            assertTrue(failure.toString().contains("whether somebody listens"), failure::toString);
            assertTrue(Files.exists(socket()));
        } finally {
            group.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
        }
    }

    /** A hard link has the number of the file that was there, as a file that is made later may. */
    @Test
    void atItsDeadlineItLeavesTheFileOfTheNextServer() throws IOException {
        HttpServer server = HttpServer.builder()
                .bind(socket())
                .handler(request -> One.never())
                .start()
                .await(TestServer.GENEROUS);
        try (SocketChannel waiting = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
            Channels.newOutputStream(waiting)
                    .write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            while (server.inFlight() == 0) {
                Thread.onSpinWait();
            }
            Path next = directory.resolve("next");
            Files.createLink(next, socket());
            var _ = server.shutdown(Duration.ofMinutes(10)).subscribe(done -> {}, failure -> {});
            assertFalse(Files.exists(socket()));
            Files.move(next, socket());
            server.close();
            server.closed().await(TestServer.GENEROUS);
            assertTrue(Files.exists(socket()));
        }
    }

    @Test
    void theLogNamesTheSocket() throws Exception {
        try (Logged log = Logged.by("dev.weir.net");
                HttpServer server = HttpServer.builder()
                        .bind(socket())
                        .maxConnections(1)
                        .handler(request -> One.never())
                        .start()
                        .await(TestServer.GENEROUS);
                SocketChannel only = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
            String told = log.next("maxConnections").getMessage();
            assertTrue(told.startsWith("the server at " + socket() + " has all"), told);
            assertTrue(only.isConnected());
            assertEquals(0, server.inFlight());
        }
    }
}
