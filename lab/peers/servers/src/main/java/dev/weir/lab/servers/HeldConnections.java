package dev.weir.lab.servers;

import io.netty.util.internal.PlatformDependent;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** Connections of a client that have asked once and go on listening: as many more as each line of the input says. */
final class HeldConnections implements Server {
    static final byte[] REQUEST = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private static final int MOST = 30_000;

    private final Supplier<Client> clients;

    /** Makes connections. */
    @FunctionalInterface
    interface Client {
        /** Connects, asks, and goes on listening; gives what its user keeps. */
        Object connect(Setup setup, IntConsumer came) throws Exception;
    }

    HeldConnections(Supplier<Client> clients) {
        this.clients = clients;
    }

    @Override
    public void start(Setup setup) throws Exception {
        Client client = clients.get();
        Object[] held = new Object[MOST];
        Semaphore answered = new Semaphore(0);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        int count = 0;
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            for (int last = count + (int) Double.parseDouble(line); count < last; count++) {
                held[count] = client.connect(setup, answered::release);
                answered.acquire(Answer.BYTES.length);
            }
            System.out.println("direct " + directBytes());
            System.out.println("done");
        }
        System.exit(0); // connections that are open would go on
    }

    /** Netty's own and that of the JDK's buffers. */
    private static long directBytes() {
        return PlatformDependent.usedDirectMemory()
                + ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .mapToLong(BufferPoolMXBean::getMemoryUsed)
                        .sum();
    }
}
