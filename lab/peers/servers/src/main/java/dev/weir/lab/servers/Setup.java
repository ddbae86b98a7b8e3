package dev.weir.lab.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Where a server listens and what it has to do. */
record Setup(String host, int port, Map<String, String> settings) {
    /** As many as the kernel takes. */
    static final int BACKLOG = 4096;

    /** More than one process may have descriptors for, in the lab. */
    static final int CONNECTIONS = 20_000;

    /** A client with thousands of connections opens them all before it sends anything, which may take a while. */
    static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Of the file of keys. */
    static final String PASSWORD = "changeit";

    /** Of the key in it. */
    static final String ALIAS = "lab";

    static Setup of(String[] arguments) {
        Map<String, String> settings = new HashMap<>();
        for (int i = 3; i < arguments.length; i++) {
            int equals = arguments[i].indexOf('=');
            settings.put(arguments[i].substring(0, equals), arguments[i].substring(equals + 1));
        }
        return new Setup(arguments[1], Integer.parseInt(arguments[2]), settings);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(host, port);
    }

    /** Of a client: what it asks for. */
    String path() {
        return settings.getOrDefault("path", "/");
    }

    String url() {
        return "http://" + host + ":" + port + path();
    }

    /** How many event loops each server has. */
    static int loops() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** How long each request takes to be worked on. */
    Duration work() {
        return Duration.ofMillis(number("work", 0));
    }

    boolean works() {
        return !work().isZero();
    }

    /** How many bytes a body has. */
    long size() {
        return number("size", 100L * 1024 * 1024);
    }

    /** The time from one burst of events to the next. */
    Duration tick() {
        return Duration.ofMillis(number("tick", 10));
    }

    /** How many events come at once. */
    int burst() {
        return (int) number("burst", 1);
    }

    /** Whether there is one route, besides which nothing is found, instead of a handler of everything. */
    boolean hasRoute() {
        return settings.containsKey("route");
    }

    /** Whether clients speak HTTP/2 over TLS. */
    boolean hasTls() {
        return settings.containsKey("tls");
    }

    /** Where the key is, and the certificate of it. */
    Path keyFile() {
        return Path.of(settings.getOrDefault("tls", ""));
    }

    /** The same, read. */
    KeyStore keys() throws GeneralSecurityException, IOException {
        return KeyStore.getInstance(keyFile().toFile(), PASSWORD.toCharArray());
    }

    Path file() {
        return Path.of(settings.getOrDefault("file", ""));
    }

    private long number(String name, long otherwise) {
        String value = settings.get(name);
        return value == null ? otherwise : Long.parseLong(value);
    }
}
