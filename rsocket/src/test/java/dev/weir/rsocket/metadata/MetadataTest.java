package dev.weir.rsocket.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.rsocket.metadata.Tracing.Ids;
import dev.weir.rsocket.metadata.Tracing.Sampling;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes are those that rsocket-java 1.1.5 writes for the same. */
class MetadataTest {
    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String hex(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(bytes.position(), copy);
        return HexFormat.of().formatHex(copy);
    }

    static Stream<Arguments> samples() {
        String longest = "x/" + "y".repeat(126);
        return Stream.of(
                sample(
                        CompositeMetadata.of(
                                Routing.to("rates", "é"),
                                Metadata.of("a/b", utf8("xyz")),
                                Metadata.of(longest, utf8(""))),
                        CompositeMetadata::read,
                        "fe00000905726174657302c3a902612f6200000378797a7f782f" + "79".repeat(126) + "000000"),
                sample(Authentication.simple("é", "pw"), Authentication::read, "800002c3a97077"),
                sample(Authentication.bearer("tok"), Authentication::read, "81746f6b"),
                sample(new Authentication.Other("custom", utf8("abc")), Authentication::read, "05637573746f6d616263"),
                sample(
                        new Tracing(Sampling.SAMPLED, new Ids(1, 2, 3, 4)),
                        Tracing::read,
                        "ac0000000000000001000000000000000200000000000000030000000000000004"),
                sample(
                        new Tracing(Sampling.DEBUG, new Ids(1, 2, 3, 0)),
                        Tracing::read,
                        "c8000000000000000100000000000000020000000000000003"),
                sample(
                        new Tracing(Sampling.NOT_SAMPLED, new Ids(0, 2, 3, 4)),
                        Tracing::read,
                        "94000000000000000200000000000000030000000000000004"),
                sample(
                        new Tracing(Sampling.UNDECIDED, new Ids(0, 2, 3, 0)),
                        Tracing::read,
                        "8000000000000000020000000000000003"),
                sample(new Tracing(Sampling.SAMPLED, null), Tracing::read, "20"),
                sample(new DataType("application/json"), DataType::read, "85"),
                sample(new DataType("a/b"), DataType::read, "02612f62"),
                sample(AcceptTypes.of("application/json", "a/b", "text/plain"), AcceptTypes::read, "8502612f62a1"));
    }

    private static Arguments sample(Metadata value, Metadata.Reader<?> reader, String hex) {
        return Arguments.of(value, reader, hex);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void isWrittenAndRead(Metadata value, Metadata.Reader<?> reader, String hex) {
        assertEquals(hex, hex(value.bytes()));
        ByteBuffer within = bytes("00" + hex + "00").position(1).limit(1 + hex.length() / 2);
        assertEquals(value, reader.read(within));
        assertEquals(1, within.position());
        assertEquals(value.type(), Metadata.of(value.type(), value.bytes()).type());
    }

    /** However it is cut off, it is not read as something else, save a text of open end. */
    @ParameterizedTest
    @MethodSource("samples")
    void whatIsCutOffIsMalformedOrShorter(Metadata value, Metadata.Reader<?> reader, String hex) {
        for (int length = 0; length < hex.length() / 2; length++) {
            ByteBuffer cut = bytes(hex).limit(length);
            try {
                Metadata read = (Metadata) reader.read(cut);
                assertTrue(hex.startsWith(hex(read.bytes())), () -> read + " was read of " + hex(cut));
            } catch (MetadataException expected) {
                assertTrue(expected.getMessage().startsWith("the metadata"));
            }
        }
    }

    @Test
    void allNumbersOfTypesAreThoseOfTheSpecification() {
        assertEquals("application/avro", DataType.read(bytes("80")).mimeType());
        assertEquals("application/octet-stream", DataType.read(bytes("86")).mimeType());
        assertEquals("audio/aac", DataType.read(bytes("8c")).mimeType());
        assertEquals("image/png", DataType.read(bytes("9b")).mimeType());
        assertEquals("text/plain", DataType.read(bytes("a1")).mimeType());
        assertEquals("video/VP8", DataType.read(bytes("a5")).mimeType());
        assertEquals("application/x-flatbuffers", DataType.read(bytes("aa")).mimeType());
        assertEquals(DataType.TYPE, DataType.read(bytes("fa")).mimeType());
        assertEquals(AcceptTypes.TYPE, DataType.read(bytes("fb")).mimeType());
        assertEquals(Authentication.TYPE, DataType.read(bytes("fc")).mimeType());
        assertEquals(Tracing.TYPE, DataType.read(bytes("fd")).mimeType());
        assertEquals(Routing.TYPE, DataType.read(bytes("fe")).mimeType());
        assertEquals(CompositeMetadata.TYPE, DataType.read(bytes("ff")).mimeType());
        int known = 0;
        for (int id = 0; id < 0x80; id++) {
            known += AcceptTypes.read(ByteBuffer.wrap(new byte[] {(byte) (0x80 | id)}))
                    .mimeTypes()
                    .size();
        }
        assertEquals(0x2b + 6, known);
    }

    @Test
    void whatHasANumberIsReadByNameToo() {
        assertEquals(Authentication.bearer("x"), Authentication.read(bytes("05" + hex(utf8("bearerx")))));
        assertEquals(
                "85",
                hex(DataType.read(bytes("0f" + hex(utf8("application/json")))).bytes()));
    }

    @Test
    void numbersThatAreNotKnownAreLeftOutWhereThatIsPossible() {
        assertEquals("[a/b]", types("ab000001ff" + "02612f62000000"));
        assertEquals(List.of("text/plain"), AcceptTypes.read(bytes("b0a1")).mimeTypes());
        assertEquals(
                "the metadata's MIME type with the number 48 is not known here",
                assertThrows(MetadataException.class, () -> DataType.read(bytes("b0")))
                        .getMessage());
        assertEquals(
                "the metadata's authentication with the number 2 is not known here",
                assertThrows(MetadataException.class, () -> Authentication.read(bytes("82ff")))
                        .getMessage());
    }

    private static String types(String hex) {
        return CompositeMetadata.read(bytes(hex)).parts().stream()
                .map(Metadata::type)
                .toList()
                .toString();
    }

    @Test
    void partsAreFoundByType() {
        CompositeMetadata metadata = CompositeMetadata.of(
                Metadata.of("a/b", utf8("1")),
                Routing.to("first"),
                Metadata.of("a/b", utf8("2")),
                Routing.to("second"));
        CompositeMetadata read = CompositeMetadata.read(metadata.bytes());
        assertEquals("first", read.find(Routing.TYPE, Routing::read).route());
        assertEquals(List.of(utf8("1"), utf8("2")), read.all("a/b", bytes -> bytes));
        assertNull(read.find(Tracing.TYPE, Tracing::read));
        assertEquals("CompositeMetadata[a/b, " + Routing.TYPE + ", a/b, " + Routing.TYPE + "]", read.toString());
        assertEquals(List.of(), CompositeMetadata.read(bytes("")).parts());
    }

    @Test
    void aRouteIsTheFirstTag() {
        assertEquals("a", Routing.to("a", "b").route());
        assertEquals("", Routing.read(bytes("")).route());
        assertEquals("", Routing.read(bytes("00")).route());
        assertEquals(List.of(""), Routing.read(bytes("00")).tags());
    }

    @Test
    void whatIsReadIsAView() {
        ByteBuffer part = CompositeMetadata.read(bytes("02612f6200000141"))
                .parts()
                .getFirst()
                .bytes();
        assertEquals(0x41, part.get());
        Authentication.Other other = (Authentication.Other) Authentication.read(bytes("0061ff"));
        assertEquals(1, other.proof().limit());
        other.proof().get();
        assertEquals("0061ff", hex(other.bytes()));
    }

    @Test
    void secretsAreNotTold() {
        assertEquals("Simple[user=me]", Authentication.simple("me", "secret").toString());
        assertFalse(Authentication.bearer("secret").toString().contains("secret"));
        assertFalse(new Authentication.Other("x", utf8("secret")).toString().contains("secret"));
    }

    private static void malformed(Metadata.Reader<?> reader, String hex, String message) {
        assertEquals(
                message,
                assertThrows(MetadataException.class, () -> reader.read(bytes(hex)))
                        .getMessage());
    }

    @Test
    void saysWhatIsMalformed() {
        malformed(
                CompositeMetadata::read,
                "fe00000305",
                "the metadata ends within its part: 3 bytes are to come, 1 are there");
        malformed(Routing::read, "0561", "the metadata ends within its tag: 5 bytes are to come, 1 are there");
        malformed(Routing::read, "01ff", "the metadata's tag is not UTF-8");
        malformed(
                CompositeMetadata::read,
                "0061ff",
                "the metadata ends within its length: 1 bytes are to come, 0 are there");
        malformed(DataType::read, "0080", "the metadata's MIME type is no printable ASCII");
        malformed(DataType::read, "0120", "the metadata ends within its MIME type: 2 bytes are to come, 1 are there");
        malformed(Tracing::read, "80", "the metadata ends within its trace: 8 bytes are to come, 0 are there");
        malformed(Routing::read, "00".repeat(257), "the metadata has more than 256 tags");
        malformed(AcceptTypes::read, "85".repeat(257), "the metadata has more than 256 types");
        malformed(CompositeMetadata::read, "85000000".repeat(257), "the metadata has more than 256 parts");
        malformed(CompositeMetadata::read, "b0000000".repeat(257), "the metadata has more than 256 parts");
        assertEquals(256, Routing.read(bytes("00".repeat(256))).tags().size());
    }

    private static void refused(String message, Runnable making) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, making::run).getMessage());
    }

    @Test
    void typesMayHaveParameters() {
        Metadata typed = Metadata.of("text/plain; charset=utf-8", utf8("x"));
        CompositeMetadata both = CompositeMetadata.read(
                CompositeMetadata.of(typed, Routing.to("rate")).bytes());
        assertEquals("rate", both.find(Routing.TYPE, Routing::read).route());
    }

    @Test
    void refusesWhatCanNotBeWritten() {
        refused("a tag has 256 bytes in UTF-8, and may have 255", () -> Routing.to("é".repeat(128)));
        refused("a tag has half of a character, an unpaired surrogate", () -> Routing.to("\ud800"));
        refused("257 tags are too many: at most 256 are read", () -> new Routing(Collections.nCopies(257, "")));
        refused(
                "a user has 65536 bytes in UTF-8, and may have 65535",
                () -> Authentication.simple("x".repeat(65536), ""));
        refused("MIME type has 1 to 128 printable characters of ASCII, not \"\"", () -> new DataType(""));
        refused(
                "MIME type has 1 to 128 printable characters of ASCII, not \"a\tb\"",
                () -> Metadata.of("a\tb", utf8("")));
        refused(
                "MIME type has 1 to 128 printable characters of ASCII, not \"" + "x".repeat(129) + "\"",
                () -> AcceptTypes.of("x".repeat(129)));
        refused("\"simple\" has a class of its own", () -> new Authentication.Other("simple", utf8("")));
        refused(
                "a part of 16777216 bytes is too long: at most 16777215",
                () -> Metadata.of("a/b", ByteBuffer.allocate(1 << 24)));
    }
}
