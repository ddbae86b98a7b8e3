package dev.weir.lab.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * A server that is far away: whoever connects here is connected to it, and bytes are held for half a millisecond in each
 * direction, in order. While some are under way it looks at all connections every so often, so what comes in the meantime goes
 * on together; else it sleeps until something comes.
 */
public final class Relay implements AutoCloseable {
    static final long HOLD_NANOS = 500_000;

    /** Until it looks again; the kernel adds about as much. */
    private static final long TURN_NANOS = 50_000;

    private final InetSocketAddress server;
    private final LongSupplier clock;
    private final Selector selector = Selector.open();
    private final ServerSocketChannel listener = ServerSocketChannel.open();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
    private final List<Way> ways = new ArrayList<>();
    private volatile boolean open = true;

    Relay(InetSocketAddress server, LongSupplier clock) throws IOException {
        this.server = server;
        this.clock = clock;
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    /** Takes the host and the port of the server, prints the port of its own, and passes on until its input ends. */
    public static void main(String[] arguments) throws IOException {
        InetSocketAddress server = new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1]));
        Relay relay = new Relay(server, System::nanoTime);
        System.out.println(relay.port());
        Thread.ofPlatform().daemon().start(() -> {
            new Scanner(System.in, StandardCharsets.US_ASCII).forEachRemaining(line -> {});
            relay.close();
        });
        relay.run();
    }

    /** Starts it as a process, which prints its port first. */
    public static WorkerProcess launch(String host, int port) throws IOException {
        String own = System.getProperty("java.class.path");
        return WorkerProcess.launch(own, Relay.class.getName(), List.of(host, String.valueOf(port)));
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    /** Passes on until it is closed. */
    void run() throws IOException {
        try (selector;
                listener) {
            while (open) {
                turn();
            }
        } finally {
            ways.forEach(Way::close);
        }
    }

    private void turn() throws IOException {
        if (ways.stream().allMatch(Way::isIdle)) {
            selector.select();
        } else {
            LockSupport.parkNanos(TURN_NANOS);
            selector.selectNow();
        }
        long now = clock.getAsLong();
        for (SelectionKey key : selector.selectedKeys()) {
            if (key.attachment() instanceof Way way) {
                way.take(buffer, now + HOLD_NANOS);
            } else {
                connect();
            }
        }
        selector.selectedKeys().clear();
        for (Way way : ways) {
            way.pass(now);
        }
        ways.removeIf(Way::isOver);
    }

    private void connect() throws IOException {
        SocketChannel client = listener.accept();
        try {
            SocketChannel far = SocketChannel.open(server);
            for (SocketChannel channel : List.of(client, far)) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
            ways.addAll(Way.between(client, far, selector));
        } catch (IOException unreachable) {
            client.close();
        }
    }

    @Override
    public void close() {
        open = false;
        selector.wakeup();
    }
}
