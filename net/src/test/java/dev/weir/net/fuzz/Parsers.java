package dev.weir.net.fuzz;

import dev.weir.net.http.client.ClientParsing;
import dev.weir.net.http.content.ContentParsing;
import dev.weir.net.http.form.FormParsing;
import dev.weir.net.http.route.PathParsing;
import dev.weir.net.http.wire.WireParsing;
import dev.weir.net.loop.ProxyParsing;
import dev.weir.net.websocket.FrameParsing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * All that reads bytes of others, each with well-formed samples. Whatever the bytes are, what is made of them is the same in
 * whatever pieces they come, and nothing else is thrown than what the parser says.
 *
 * <p>Jazzer calls {@link #fuzzerTestOneInput}, and finds by the branches that were taken what to try next; {@link ParsersTest}
 * needs no Jazzer.
 */
public final class Parsers {
    private static final int[] PIECES = {1, 3, 16};

    /** What is made of bytes that come in pieces of a size. */
    @FunctionalInterface
    interface Reading {
        String of(byte[] bytes, int piece) throws Exception;
    }

    /**
     * One that reads.
     *
     * @param samples in Latin-1
     */
    record Parser(String name, Reading reading, List<String> samples) {
        Parser(String name, Reading reading, String... samples) {
            this(name, reading, List.of(samples));
        }

        void check(byte[] bytes) throws Exception {
            String whole = reading.of(bytes, Math.max(1, bytes.length));
            for (int piece : PIECES) {
                String inPieces = reading.of(bytes, piece);
                if (!inPieces.equals(whole)) {
                    throw new AssertionError(name + " of " + Fuzz.visible(bytes) + ": whole it is " + whole
                            + "; in pieces of " + piece + " it is " + inPieces);
                }
            }
        }
    }

    /** Behind the last one new ones are added: what Jazzer has found names them by their place. */
    static final List<Parser> ALL = List.of(
            new Parser(
                    "requests",
                    WireParsing::requests,
                    "GET /a?b=c HTTP/1.1\r\nHost: a\r\n\r\nGET http://a/b HTTP/1.1\r\nHost: a\r\n\r\n",
                    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n",
                    "\r\nPUT /a HTTP/1.0\r\nContent-Length: 5\r\nConnection: keep-alive, close\r\n\r\n",
                    "GET /" + "a".repeat(201) + "\n",
                    "OPTIONS * HTTP/1.1\r\nhost: [::1]:80\r\nX: \u00c3\u0085\r\n\r\n"),
            new Parser(
                    "responses",
                    WireParsing::responses,
                    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nA: b\r\n c\r\n\r\n",
                    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 404 \r\nConnection: close\r\n\r\n",
                    "HTTP/1.1 204\r\nTransfer-Encoding: chunked\r\n\r\n"),
            new Parser(
                    "chunks",
                    WireParsing::chunks,
                    "5\r\nhello\r\n1;a=\"b\";c\r\n \r\n000\r\nX: y\r\nZ:\r\n\r\n",
                    "A \t; x=\"\\\"\"\r\n0123456789\r\n0\r\n\r\n"),
            new Parser("folded chunks", WireParsing::foldedChunks, "1\r\na\r\n0\r\nA: b\r\n c\r\n\td\r\n\r\n"),
            new Parser("lines", ContentParsing::lines, "{\"a\":1}\n\n[2]\r\n3"),
            new Parser(
                    "heads of HTTP/2",
                    WireParsing::heads2,
                    ":method GET\n:scheme https\n:authority a\n:path /b?c\ncookie a=b\ncookie c=d\nte trailers",
                    ":method CONNECT\n:scheme https\n:authority a\n:path /\n:protocol websocket",
                    ":status 200\ncontent-length 5\nx y",
                    ":method GET\n:scheme http\n:authority a\n:path /\ncookie\ncookie a=b\ncookie"),
            new Parser(
                    "fields",
                    WireParsing::fields,
                    "text/html;level=1;q=0.5, */*;q=0.1",
                    "a=b; c=\"d\"; e=%20+",
                    "for=192.0.2.1;proto=https;by=\"[2001:db8::1]:80\", for=_a",
                    "Sun, 06 Nov 1994 08:49:37 GMT",
                    "Sunday, 06-Nov-94 08:49:37 GMT",
                    "Sun Nov  6 08:49:37 1994",
                    "2001:db8::1\nhttps",
                    "for]9:1[, a]:1[:2",
                    ";a=\"b\\\"\";c"),
            new Parser(
                    "parts",
                    FormParsing::parts,
                    "x\r\n"
                            + "--B\r\n"
                            + "Content-Disposition: form-data; name=\"a\"; filename=\"b\\\"\"\r\n\r\n"
                            + "c\r\n"
                            + "--B \t\r\n"
                            + "content-disposition: form-data; name=d\r\n"
                            + "Content-Type: text/plain\r\n\r\n\r\n"
                            + "--\r\n"
                            + "--B--\r\n",
                    "--B--",
                    "--B\r\nContent-Disposition: form-data; name=" + "a".repeat(159) + "\r\n\r\nb\r\n--B--"),
            new Parser(
                    "types",
                    FormParsing::types,
                    "text/plain; charset=\"utf-8\"; a=b",
                    "../..\\con.txt",
                    "con." + "a".repeat(196),
                    "a".repeat(199) + " a",
                    "multipart/form-data;boundary=\"a\\b\""),
            new Parser(
                    "events",
                    ClientParsing::events,
                    "\u00ef\u00bb\u00bfid: 1\r\nevent: a\rdata: b\ndata:c\nretry: 10\n\n:x\n\ndata\n\n",
                    "event:a\0\ndata:b\n\n" + "x".repeat(101)),
            new Parser(
                    "cookies",
                    ClientParsing::cookies,
                    "a=b; Domain=.example.org; Path=/b; Max-Age=10; Secure; HttpOnly; SameSite=Lax",
                    "__Host-a=b; Path=/; Secure; Expires=Wed, 09 Jun 2021 10:18:14 GMT"),
            new Parser(
                    "URLs",
                    ClientParsing::urls,
                    "https://a.example.org:8443/b?c=d#e",
                    "http://[::1]/",
                    "http://m\u00c3\u00bcller.example/%41"),
            new Parser("ranges", ContentParsing::ranges, "bytes=0-1,5-,-7", "\"a\", W/\"b\"", "*"),
            new Parser(
                    "gzip",
                    ContentParsing::gzip,
                    "\u001f\u008b\b\u0000\u0000\u0000\u0000\u0000\u0000\u00ffKLJNID\u00c2\u0000\u00d3\u009a\u00b0\u0001\u0010\u0000\u0000\u0000",
                    "\u001f\u008b\b\u001c\u0000\u0000\u0000\u0000\u0000\u00ff\u0002\u0000xyn\u0000c\u0000KLJNID\u00c2\u0000\u00d3\u009a\u00b0\u0001\u0010\u0000\u0000\u0000"),
            new Parser("deflate", ContentParsing::deflate, "x\u00daKLJNID\u00c2\u00004P\u0006)", "KLJNID\u00c2\u0000"),
            new Parser(
                    "PROXY headers",
                    ProxyParsing::header,
                    "PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\nGET",
                    "PROXY UNKNOWN\r\n",
                    "\r\n\r\n\0\r\nQUIT\n!\u0011\0\f\u00c0\0\u0002\u0001\u00c0\0\u0002\u0002\0\u0001\0\u0002x",
                    "\r\n\r\n\0\r\nQUIT\n \0\0\0"),
            new Parser(
                    "frames of clients",
                    FrameParsing::ofClients,
                    "\u0081\u0083\u0001\u0002\u0003\u0004abc\u0002\u0080abcd\u0080\u0080abcd\u0088\u0082abcdb\u008a",
                    "\u0082\u00fe\0\u0003abcdefg"),
            new Parser(
                    "frames of servers",
                    FrameParsing::ofServers,
                    "\u0081\u0003abc\u0089\0\u008a\u0001x\u0088\u0002\u0003\u00e8",
                    "\u00c1\u007f\0\0\0\0\0\0\0\u0002ab"),
            new Parser(
                    "parts of frames",
                    FrameParsing::partsOfClients,
                    "\u0001\u0083\u0001\u0002\u0003\u0004abc\0\u0080abcd\u0080\u0085abcd12345\u00c2\u0080abcd",
                    "\u0082\u00fe\0\u00c8abcdefg",
                    "\u0082\u00ff\0\0\0\0\0\u0001\0\0abcd",
                    "\u0082\u00fe\0\u0003abcdefg"),
            new Parser("texts", FrameParsing::texts, "a\u00c3\u00a4\u00e2\u0082\u00ac\u00f0\u009f\u0098\u0080"),
            new Parser(
                    "extensions",
                    FrameParsing::extensions,
                    "permessage-deflate; client_max_window_bits; server_max_window_bits=10",
                    "a, permessage-deflate;server_no_context_takeover;client_no_context_takeover\nb;c=\"d\""),
            new Parser("patterns", PathParsing::patterns, "/a/{b}/{c...}", "/a/b"));

    private Parsers() {}

    /** The first byte chooses the parser, the others are for it. */
    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        if (input.length > 0) {
            ALL.get((input[0] & 0xff) % ALL.size()).check(Arrays.copyOfRange(input, 1, input.length));
        }
    }

    /** Makes what Jazzer begins with in the directory: the samples, and a place for what it finds worth to go on from. */
    public static void main(String... directory) throws IOException {
        Files.createDirectories(Path.of(directory[0], "corpus"));
        Path seeds = Files.createDirectories(Path.of(directory[0], "seeds"));
        for (int i = 0; i < ALL.size(); i++) {
            List<String> samples = ALL.get(i).samples();
            for (int k = 0; k < samples.size(); k++) {
                Files.write(seeds.resolve(i + "-" + k), Fuzz.latin1((char) i + samples.get(k)));
            }
        }
    }
}
