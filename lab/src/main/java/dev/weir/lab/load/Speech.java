package dev.weir.lab.load;

import java.io.IOException;
import java.net.InetSocketAddress;

/** What servers speak. */
public enum Speech {
    HTTP("http", "HTTP/1.1 200 "),
    /** HTTP/2 from the first byte on. */
    H2("http", Nghttp.STATUS),
    H2_TLS("https", Nghttp.STATUS);

    private final String scheme;
    private final String status;

    Speech(String scheme, String status) {
        this.scheme = scheme;
        this.status = status;
    }

    String url(InetSocketAddress server, String path) {
        return scheme + "://" + server.getHostString() + ":" + server.getPort() + path;
    }

    /** How an answer has to begin. */
    String status() {
        return status;
    }

    /** Asks once: see {@link Answers#get}. */
    String get(InetSocketAddress server, String path) throws IOException {
        return this == HTTP ? Answers.get(server, path) : Nghttp.get(url(server, path));
    }
}
