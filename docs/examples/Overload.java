import dev.weir.net.http.Handler;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.http.filter.Limiter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/**
 * What load shedding brings: a service that can do 16 things at a time, 10 ms each, is asked by more and more clients,
 * without a limiter and with one. A client that gets 503 comes back after 50 ms.
 */
class Overload {
    private static final int WORKERS = 16;
    private static final Duration SERVICE_TIME = Duration.ofMillis(10);
    private static final Duration BACK_OFF = Duration.ofMillis(50);

    public static void main(String[] arguments) throws Exception {
        long seconds = arguments.length > 0 ? Long.parseLong(arguments[0]) : 5;
        System.out.println("limiter   clients  served/s  refused/s  p50 ms  p99 ms  limit");
        measure("none", 8, null, seconds);
        measure("none", 400, null, seconds);
        measure("fixed", 400, Limiter.fixed(2 * WORKERS).build(), seconds);
        measure("adaptive", 400, Limiter.adaptive().build(), seconds);
    }

    private static void measure(String name, int clients, Limiter limiter, long seconds) throws Exception {
        Semaphore workers = new Semaphore(WORKERS);
        Handler work = Handler.blocking(request -> {
            workers.acquire();
            try {
                Thread.sleep(SERVICE_TIME);
                return Response.text("done");
            } finally {
                workers.release();
            }
        });
        HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(limiter == null ? work : work.with(limiter))
                .start()
                .await();
        LongAdder refused = new LongAdder();
        ConcurrentLinkedQueue<Long> latencies = new ConcurrentLinkedQueue<>();
        long begin = System.nanoTime() + Duration.ofSeconds(2).toNanos(); // after warming up
        long end = begin + Duration.ofSeconds(seconds).toNanos();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            threads.add(Thread.ofVirtual().start(() -> ask(server.port(), begin, end, latencies, refused)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        long[] sorted = latencies.stream().mapToLong(Long::longValue).sorted().toArray();
        System.out.printf(
                "%-9s %7d %9d %10d %7.1f %7.1f  %s%n",
                name,
                clients,
                sorted.length / seconds,
                refused.sum() / seconds,
                sorted[sorted.length / 2] / 1e6,
                sorted[sorted.length * 99 / 100] / 1e6,
                limiter == null ? "-" : limiter.limit());
        server.close();
        server.closed().await();
    }

    private static void ask(
            int port, long begin, long end, ConcurrentLinkedQueue<Long> latencies, LongAdder refused) {
        byte[] request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setTcpNoDelay(true);
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
                socket.getOutputStream().write(request);
                boolean served = isServed(in);
                if (now >= begin && served) {
                    latencies.add(System.nanoTime() - now);
                } else if (now >= begin) {
                    refused.increment();
                }
                if (!served) {
                    Thread.sleep(BACK_OFF);
                }
            }
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static boolean isServed(BufferedReader in) throws IOException {
        boolean served = in.readLine().startsWith("HTTP/1.1 200");
        int length = 0;
        for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
            if (line.startsWith("Content-Length: ")) {
                length = Integer.parseInt(line.substring(16));
            }
        }
        in.skip(length);
        return served;
    }
}
