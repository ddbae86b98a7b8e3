package dev.weir.postgres.hub;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.sql.SqlException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** Pools and drivers that throw what they should not. */
class PollingDialerTest {
    private final IllegalStateException thrown = new IllegalStateException("the pool is closed");
    private final Wire.Listener nobody = new Wire.Listener() {
        @Override
        public void received(String channel, String payload, int processId) {}

        @Override
        public void closed(Throwable why) {}
    };

    private static <T> T made(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(PollingDialerTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private CompletionStage<Wire> dial(InvocationHandler pool) {
        return new PollingDialer(made(DataSource.class, pool), Duration.ofMillis(10)).dial(nobody);
    }

    private void assertTold(CompletionStage<?> stage) {
        ExecutionException failure = assertThrows(
                ExecutionException.class, () -> stage.toCompletableFuture().get(10, TimeUnit.SECONDS));
        assertSame(
                thrown, assertInstanceOf(SqlException.class, failure.getCause()).getCause());
    }

    @Test
    void aPoolThatThrowsIsTold() {
        assertTold(dial((_, _, _) -> {
            throw thrown;
        }));
    }

    @Test
    void aDriverThatThrowsIsTold() throws Exception {
        PGConnection quiet = made(PGConnection.class, (_, _, _) -> null);
        Connection connection = made(Connection.class, (_, method, _) -> switch (method.getName()) {
            case "unwrap" -> quiet;
            case "createStatement" -> throw thrown;
            case "isClosed" -> false;
            default -> null;
        });
        Wire wire = dial((_, _, _) -> connection).toCompletableFuture().get(10, TimeUnit.SECONDS);
        assertTold(wire.run("listen x"));
        wire.close();
    }
}
