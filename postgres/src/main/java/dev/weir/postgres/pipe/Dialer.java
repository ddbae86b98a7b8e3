package dev.weir.postgres.pipe;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.SslMode;
import io.vertx.pgclient.spi.PgDriver;
import io.vertx.sqlclient.spi.ConnectionFactory;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Makes connections to a server, and tells it to stop what runs on them (PostgreSQL 18, 54.2.8). */
final class Dialer implements Stopper {
    private static final long CONNECT_MS = 10_000;
    private static final long STOP_MS = 5_000;
    private static final int CANCEL_REQUEST = 80_877_102;
    private static final int SSL_REQUEST = 80_877_103;
    private static final int MOST_IN_FLIGHT = 100_000; // ours are counted before

    private final Loop loop;
    private final PgConnectOptions options;
    private final NetClient client;

    Dialer(Loop loop, PgConnectOptions options) {
        this.loop = loop;
        this.options =
                new PgConnectOptions(options).setPipeliningLimit(MOST_IN_FLIGHT).setCachePreparedStatements(false);
        this.options.setReconnectAttempts(0);
        this.client = loop.vertx().createNetClient(new NetClientOptions().setConnectTimeout((int) STOP_MS));
    }

    /** A connection; fails if that takes longer than ten seconds, after which nothing is left of it. */
    void dial(Outcome<Line> outcome) {
        AtomicBoolean told = new AtomicBoolean();
        ConnectionFactory<PgConnectOptions> attempt = PgDriver.INSTANCE.createConnectionFactory(
                loop.vertx(), new NetClientOptions().setConnectTimeout((int) CONNECT_MS));
        loop.after(CONNECT_MS, () -> {
            if (told.compareAndSet(false, true)) {
                attempt.close((_, _) -> {}); // or the socket would stay, and each attempt have one more
                outcome.done(null, new TimeoutException("the server has not answered for " + CONNECT_MS + " ms"));
            }
        });
        attempt.connect(loop.vertx().getOrCreateContext(), options)
                .onComplete(dialed -> loop.execute(() -> {
                    PgConnection connection = (PgConnection) dialed.result();
                    if (told.compareAndSet(false, true)) {
                        if (connection == null) {
                            outcome.done(null, Failures.ofDialing(dialed.cause()));
                        } else {
                            outcome.done(new Line(connection, this), null);
                        }
                    } else if (connection != null) {
                        var _ = connection.close();
                    }
                }));
    }

    @Override
    public void ask(int processId, int secretKey, Consumer<Boolean> taken) {
        AtomicBoolean told = new AtomicBoolean();
        Consumer<Boolean> once = is -> {
            if (told.compareAndSet(false, true)) {
                loop.execute(() -> taken.accept(is));
            }
        };
        Buffer request = Buffer.buffer(16)
                .appendInt(16)
                .appendInt(CANCEL_REQUEST)
                .appendInt(processId)
                .appendInt(secretKey);
        client.connect(options.getSocketAddress()).onComplete(connected -> {
            NetSocket socket = connected.result();
            if (socket == null) {
                once.accept(false);
                return;
            }
            // the server closes it when it has told the process
            loop.after(STOP_MS, () -> {
                once.accept(false);
                var _ = socket.close();
            });
            boolean[] sent = new boolean[1];
            socket.closeHandler(_ -> once.accept(sent[0]));
            send(socket, () -> {
                sent[0] = true;
                var _ = socket.write(request);
            });
        });
    }

    @Override
    public void later(long millis, Runnable task) {
        var _ = loop.after(millis, task);
    }

    /** As the connections themselves: the key is a secret. */
    private void send(NetSocket socket, Runnable write) {
        SslMode mode = options.getSslMode();
        if (options.isUsingDomainSocket() || mode == SslMode.DISABLE || mode == SslMode.ALLOW) {
            write.run();
            return;
        }
        socket.handler(answer -> {
            if (answer.getByte(0) == 'S') {
                ClientSSLOptions tls = options.getSslOptions().copy();
                if (tls.getHostnameVerificationAlgorithm() == null) {
                    tls.setHostnameVerificationAlgorithm("");
                }
                socket.upgradeToSsl(tls).onSuccess(_ -> write.run()).onFailure(_ -> socket.close());
            } else if (mode == SslMode.PREFER) {
                write.run();
            } else {
                var _ = socket.close();
            }
        });
        var _ = socket.write(Buffer.buffer(8).appendInt(8).appendInt(SSL_REQUEST));
    }
}
