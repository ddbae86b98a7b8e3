package dev.weir.postgres.pipe;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
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
    private final Target target;
    private final PgConnectOptions options;
    private final NetClient client;

    Dialer(Loop loop, Target server) {
        this.loop = loop;
        this.options = new PgConnectOptions(server.options())
                .setPipeliningLimit(MOST_IN_FLIGHT)
                .setCachePreparedStatements(false);
        this.target = new Target(options, server.connectMillis() == 0 ? CONNECT_MS : server.connectMillis());
        this.client = loop.vertx().createNetClient(new NetClientOptions().setConnectTimeout((int) STOP_MS));
    }

    /** A connection; fails if that takes longer than it may, after which nothing is left of it. */
    void dial(Outcome<Line> outcome) {
        target.connect(loop, target.connectMillis())
                .onSuccess(connection -> outcome.done(new Line(connection, this), null))
                .onFailure(failure -> outcome.done(null, failure));
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
