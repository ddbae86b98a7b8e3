package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.testkit.Probe;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a server that is not the one that is meant may have a client do before it has the password. */
class LoginTest {
    private static final int SASL = 10;
    private static final int SASL_CONTINUE = 11;

    private ServerSocket server;

    @BeforeEach
    void begin() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void end() throws IOException {
        server.close();
    }

    private String url() {
        return "postgresql://ann:secret@127.0.0.1:" + server.getLocalPort() + "/any";
    }

    private static void say(Socket socket, int kind, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        socket.getOutputStream()
                .write(ByteBuffer.allocate(9 + bytes.length)
                        .put((byte) 'R')
                        .putInt(8 + bytes.length)
                        .putInt(kind)
                        .put(bytes)
                        .array());
    }

    /** Wants so many rounds of the next who comes; gives the type of what the client says to that, -1 if it hangs up. */
    private CompletableFuture<Integer> asking(int rounds) {
        return CompletableFuture.supplyAsync(() -> {
            try (Socket socket = server.accept()) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                in.skipNBytes(in.readInt() - 4); // the startup message
                say(socket, SASL, "SCRAM-SHA-256\0\0");
                in.skipNBytes(1);
                String first = new String(in.readNBytes(in.readInt() - 4), StandardCharsets.US_ASCII);
                String nonce = first.substring(first.indexOf("r=") + 2);
                say(socket, SASL_CONTINUE, "r=" + nonce + "x,s=c2FsdHNhbHRzYWx0c2FsdA==,i=" + rounds);
                return in.read();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static int of(CompletableFuture<Integer> said) throws Exception {
        return said.get(GENEROUS.toSeconds(), TimeUnit.SECONDS);
    }

    private static void assertRefused(Throwable failure) {
        SqlException told = (SqlException) failure;
        assertEquals(Reason.CONNECTION, told.reason());
        assertTrue(told.getMessage().contains("hashed in more than 1000000 rounds"), told.getMessage());
    }

    /** A hundredth of what a server might say. */
    @Test
    void noServerHasThePasswordHashedForEver() throws Exception {
        try (Postgres postgres = Postgres.of(url())) {
            CompletableFuture<Integer> said = asking(20_000_000);
            assertRefused(DbLaws.failure(postgres.db().query("select 1").one(Integer.class)));
            assertNotEquals('p', of(said)); // but goodbye
        }
    }

    @Test
    void norWhoListens() throws Exception {
        try (Notifications notifications = Notifications.of(url())) {
            CompletableFuture<Integer> said = asking(20_000_000);
            Probe<Notification> probe = Probe.subscribeTo(notifications.listen("rates"));
            probe.awaitEnd(GENEROUS).assertFailed(failure -> {
                assertRefused(failure);
                return true;
            });
            assertNotEquals('p', of(said)); // but goodbye
        }
    }

    @Test
    void asOftenAsServersWantItIsDone() throws Exception {
        try (Postgres postgres = Postgres.of(url())) {
            CompletableFuture<Integer> said = asking(600_000);
            var _ = DbLaws.failure(postgres.db().query("select 1").one(Integer.class)); // the server has gone
            assertEquals('p', of(said));
        }
    }
}
