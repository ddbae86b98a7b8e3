package dev.weir.net.http.form;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.http.HttpException;
import dev.weir.net.http.form.MultipartParser.Event;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartParserTest {
    private static final String HEAD = "Content-Disposition: form-data; name=\"a\"";

    private static String part(String head, String body) {
        return "--B\r\n" + head + "\r\n\r\n" + body + "\r\n";
    }

    /** The parts as name=body, ended by a dot if the last boundary was seen. */
    private static List<String> parse(byte[] bytes, Random cuts, String boundary, int mostParts, int mostHead) {
        MultipartParser parser = new MultipartParser(boundary, mostParts, mostHead);
        List<String> parts = new ArrayList<>();
        StringBuilder body = new StringBuilder();
        String name = null;
        for (int from = 0; from < bytes.length; ) {
            int size = cuts == null ? bytes.length : Math.min(bytes.length - from, 1 + cuts.nextInt(7));
            parser.add(ByteBuffer.wrap(bytes, from, size).slice());
            from += size;
            for (Event event = parser.next(); event != null; event = parser.next()) {
                switch (event) {
                    case Event.Begin begin -> name = begin.head().name();
                    case Event.Piece piece -> {
                        assertTrue(piece.content().hasRemaining());
                        body.append(StandardCharsets.ISO_8859_1.decode(piece.content()));
                    }
                    case Event.PartEnd end -> {
                        parts.add(name + "=" + body);
                        body.setLength(0);
                    }
                }
            }
        }
        parts.add(parser.isOver() ? "." : "more");
        return parts;
    }

    private static List<String> parse(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        List<String> whole = parse(bytes, null, "B", 5, 200);
        for (int seed = 0; seed < 20; seed++) {
            assertEquals(whole, parse(bytes, new Random(seed), "B", 5, 200), "cut by seed " + seed);
        }
        return whole;
    }

    @Test
    void cutsAtBoundaries() {
        assertEquals(List.of("a=x", "."), parse(part(HEAD, "x") + "--B--\r\n"));
        assertEquals(List.of("a=x", "a=yz", "."), parse(part(HEAD, "x") + part(HEAD, "yz") + "--B--"));
        assertEquals(List.of("a=", "."), parse(part(HEAD, "") + "--B--"));
        assertEquals(List.of("a=", "."), parse("--B\r\n" + HEAD + "\r\n\r\n--B--")); // no body at all
        assertEquals(List.of("."), parse("--B--"));
        assertEquals(List.of("a=x", "."), parse("preamble\r\n" + part(HEAD, "x") + "--B--\r\nepilogue\r\n--B\r\n"));
        assertEquals(List.of("a=x", "."), parse("--B \t\r\n" + HEAD + "\r\n\r\nx\r\n--B--"));
    }

    @Test
    void whatOnlyLooksLikeABoundaryIsContent() {
        for (String body : new String[] {
            "\r\n",
            "\r\n--",
            "\r\n--A",
            "x--B",
            "\n--B--",
            "\r--B",
            "\r\n\r\n--",
            "\r\r\n-",
            "x--B\r\n",
            "\r\n-\r\n--\r\n"
        }) {
            assertEquals(List.of("a=" + body, "."), parse(part(HEAD, body) + "--B--"), body);
        }
    }

    @Test
    void whatIsMissingAtTheEndIsSeen() {
        String whole = part(HEAD, "x") + "--B--";
        for (int length = 0; length < whole.length(); length++) {
            assertEquals("more", parse(whole.substring(0, length)).getLast(), "cut at " + length);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--Bx\r\n",
                "--B-x",
                "--B\nx",
                "--B\r\n\r\n\r\nx\r\n--B--",
                "--B\r\nContent-Type: text/plain\r\n\r\nx\r\n--B--",
                "--B\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n--B--",
                "--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n--B--",
                "--B\r\nContent-Disposition: form-data; name=\"a\r\n\r\nx\r\n--B--",
                "--B\r\nContent Disposition: x\r\n\r\nx\r\n--B--",
                "--B\r\nContent-Disposition: form-data; name=a\r\n folded\r\n\r\nx\r\n--B--",
                "--B\r\n"
                        + "Content-Disposition: form-data; name=a\r\n"
                        + "Content-Disposition: form-data; name=b\r\n\r\n\r\n"
                        + "--B--",
                "--B\r\nContent-Disposition: form-dataX; name=a\r\n\r\n\r\n--B--",
                "--B\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\n\r\n--B--",
                "--B\r\nContent-Disposition: form-data; name=a; Name=a\r\n\r\n\r\n--B--",
                "--B\r\nContent-Disposition: form-data; name=a; filename=b; filename=c\r\n\r\n\r\n--B--",
                "--B\r\nContent-Disposition: form-data; name=\"a\"b\r\n\r\n\r\n--B--",
                "--B\r\nContent-Disposition: form-data; name=\"a\" filename=\"b\"\r\n\r\n\r\n--B--",
                "--B\r\nContent-Disposition: form-data; name=a\"b\"\r\n\r\n\r\n--B--",
                "--B\r\nContent-Disposition: form-data; name=a b\r\n\r\n\r\n--B--",
                "--B\r\nContent-Disposition: form-data; x; name=a\r\n\r\n\r\n--B--",
                "--B\r\nContent-Disposition: form-data; name=a\0b\r\n\r\n\r\n--B--",
                "--B\r\nContent-Disposition: form-data; name=\"\u00e4\"\r\n\r\n\r\n--B--", // Latin-1
            })
    void whatIsMalformedIsRefused(String text) {
        assertEquals(400, refused(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"; name=a", ";name=\"a\";", "; ;name=a ; filename=\"b\"; filename*=UTF-8''b", "; NAME = a"})
    void parametersMayStandInManyWays(String parameters) {
        assertEquals(List.of("a=x", "."), parse(part("Content-Disposition: form-data" + parameters, "x") + "--B--"));
    }

    private static int refused(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        HttpException whole = assertThrows(HttpException.class, () -> parse(bytes, null, "B", 5, 200));
        HttpException cut = assertThrows(HttpException.class, () -> parse(bytes, new Random(1), "B", 5, 200));
        assertEquals(whole.status(), cut.status());
        return whole.status();
    }

    @Test
    void limits() {
        assertEquals(6, parse(part(HEAD, "x").repeat(5) + "--B--").size());
        assertEquals(413, refused(part(HEAD, "x").repeat(6) + "--B--"));
        assertEquals(413, refused("--B\r\n" + HEAD + "\r\nX: " + "y".repeat(200) + "\r\n\r\n"));
        assertEquals(413, refused("--B\r\n" + "y".repeat(300)));
        assertEquals(400, refused("--B\r\n" + HEAD + "\r\n" + "x:\r\n".repeat(17) + "\r\n"));
        assertEquals(400, refused("x".repeat(9000)));
        assertEquals(400, refused("--B" + " ".repeat(300) + "\r\n"));
    }

    @Test
    void namesAreReadAsBrowsersWriteThem() {
        PartHead head = head("form-data; name=\"a%22b\"; filename=\"C:\\\\dir\\file; x.txt\"", "text/plain");
        assertEquals("a\"b", head.name());
        assertEquals("C:\\\\dir\\file; x.txt", head.filename());
        assertEquals("text/plain", head.headers().get("content-type"));
        assertEquals("x", head("FORM-DATA; NAME=x", "a/b").name());
        assertEquals("", head("form-data; name=\"\"; filename=\"\"", "a/b").filename());
        assertEquals("日本", head("form-data; name=\"日本\"", "a/b").name());
        assertEquals("x\"y", head("form-data; name=\"x\\\"y\"", "a/b").name());
        assertEquals("a\\", head("form-data; name=\"a\\\"", "a/b").name());
        assertEquals("a\\\\", head("form-data; name=\"a\\\\\"", "a/b").name());
        assertEquals(
                "\\\\server\\share",
                head("form-data; name=\"\\\\server\\share\"", "a/b").name());
        assertEquals(
                "a\"; filename=\"b",
                head("form-data; name=\"a\\\"; filename=\\\"b\"", "a/b").name());
        PartHead both = head("form-data; name=\"C:\\a\\\"; filename=\"b\\\"", "a/b");
        assertEquals("C:\\a\\", both.name());
        assertEquals("b\\", both.filename());
        assertEquals(0, head("form-data; name=x", "ü/b\u0100").headers().size());
    }

    private static PartHead head(String disposition, String type) {
        byte[] bytes = ("Content-Disposition: " + disposition + "\r\ncontent-type: " + type + "\r\nX-Other: y")
                .getBytes(StandardCharsets.UTF_8);
        return PartHead.parse(bytes, 0, bytes.length);
    }

    @Test
    void generatedFormsComeOutAsTheyWentIn() {
        Random random = new Random(99);
        String[] atoms = {"\r", "\n", "-", "--", "\r\n", "\r\n--", "\r\n--b", "a", "\0", "\u00ff", "bound", "\r\n--boun"
        };
        for (int i = 0; i < 3000; i++) {
            StringBuilder text = new StringBuilder();
            List<String> expected = new ArrayList<>();
            for (int parts = random.nextInt(4); parts > 0; parts--) {
                StringBuilder body = new StringBuilder();
                for (int length = random.nextInt(12); length > 0; length--) {
                    body.append(atoms[random.nextInt(atoms.length)]);
                }
                if (("\r\n" + body).contains("\r\n--bound")) {
                    continue;
                }
                expected.add("a=" + body);
                text.append("--bound\r\n" + HEAD + "\r\n\r\n").append(body).append("\r\n");
            }
            text.append("--bound--");
            expected.add(".");
            byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
            assertEquals(expected, parse(bytes, null, "bound", 128, 8192));
            assertEquals(expected, parse(bytes, random, "bound", 128, 8192));
        }
    }

    @Test
    void brokenFormsAreRefusedOrReadTheSameHoweverTheyAreCut() {
        Random random = new Random(5);
        byte[] good = (part(HEAD, "one") + part(HEAD + "; filename=\"f\"", "two\r\n") + "--B--\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = good.clone();
            for (int changes = 1 + random.nextInt(5); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) "\r\n-B:;\"= \0\u00ff".charAt(random.nextInt(11));
            }
            assertEquals(outcome(bytes, null), outcome(bytes, random));
        }
    }

    private static Object outcome(byte[] bytes, Random cuts) {
        try {
            return parse(bytes, cuts, "B", 5, 200);
        } catch (HttpException refused) {
            return refused.status();
        }
    }

    @Test
    void aBoundaryThatNearlyMatchesAllTheTimeTakesNoLonger() {
        String boundary = "-".repeat(60) + "x";
        String evil = ("\r\n--" + "-".repeat(60) + "y").repeat(20_000);
        byte[] bytes = ("--" + boundary + "\r\n" + HEAD + "\r\n\r\n" + evil + "\r\n--" + boundary + "--")
                .getBytes(StandardCharsets.ISO_8859_1);
        assertEquals(List.of("a=" + evil, "."), parse(bytes, null, boundary, 5, 200));
        assertEquals(List.of("a=" + evil, "."), parse(bytes, new Random(2), boundary, 5, 200));
    }

    @Test
    void aHeadThatComesByTheByteTakesNoLonger() {
        byte[] head = ("--B\r\n" + HEAD + "; filename=\"" + "f".repeat(1 << 20) + "\"\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        MultipartParser parser = new MultipartParser("B", 5, 2 << 20);
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            Event begun = null;
            for (byte next : head) {
                assertNull(begun);
                parser.add(ByteBuffer.wrap(new byte[] {next}));
                begun = parser.next();
            }
            assertEquals("a", ((Event.Begin) begun).head().name());
        });
    }
}
