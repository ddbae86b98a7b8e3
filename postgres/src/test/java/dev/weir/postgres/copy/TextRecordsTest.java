package dev.weir.postgres.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a column of text may hold is a value only if the server would write it so. */
class TextRecordsTest {
    record OfId(UUID n) {}

    private static <R extends Record> R read(String text, Class<R> type) {
        ByteBuffer line = ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8));
        return new TextRecords<>("t", type).of(line).getFirst();
    }

    private static void assertUnfit(String text, Class<? extends Record> type) {
        assertUnfit(text, type, "");
    }

    private static void assertUnfit(String text, Class<? extends Record> type, String why) {
        SqlException failure = assertThrows(SqlException.class, () -> read(text, type), type + " of " + text);
        assertEquals(Reason.USAGE, failure.reason());
        assertTrue(failure.getMessage().contains("column n does not fit into"), failure::getMessage);
        assertTrue(failure.getMessage().contains(": " + why), failure::getMessage);
    }

    @Test
    void textThatIsNoUuidBecomesNoOther() {
        String known = "6B1C5A52-3b5c-4b9b-8d8c-0d6f1f9d2d11";
        assertEquals(new OfId(UUID.fromString(known)), read(known, OfId.class));
        assertUnfit("123456789-0-0-0-0", OfId.class);
        assertUnfit("1-2-3-4-5", OfId.class);
        assertUnfit("x", OfId.class);
    }

    record OfByte(byte n) {}

    record OfInt(int n) {}

    record OfLong(long n) {}

    record OfFloat(float n) {}

    record OfDouble(double n) {}

    record OfDecimal(BigDecimal n) {}

    record OfBig(BigInteger n) {}

    private static final List<Class<? extends Record>> NUMBERS = List.of(
            OfByte.class, OfInt.class, OfLong.class, OfFloat.class, OfDouble.class, OfDecimal.class, OfBig.class);

    @Test
    void whatOnlyJavaCallsANumberIsNone() {
        List<String> foreign = List.of(
                "",
                "-",
                "+3",
                " 3",
                "3 ",
                "3d",
                "3F",
                "0x3",
                "0x1p3",
                "\u0663",
                "--3",
                "3-",
                "3.",
                ".3",
                "3e",
                "3e5",
                "3E+5",
                "3e+",
                "e+5",
                "3.e+5",
                "-.5",
                "3.5.5",
                "3e+5.5",
                "inf",
                "+Infinity",
                "nan",
                "-NaN",
                "3_000");
        for (Class<? extends Record> type : NUMBERS) {
            foreign.forEach(text -> assertUnfit(text, type));
        }
        for (Class<? extends Record> whole : List.of(OfByte.class, OfInt.class, OfLong.class)) {
            List.of("3.5", "3e+5", "NaN", "Infinity", "-Infinity").forEach(text -> assertUnfit(text, whole));
        }
    }

    @Test
    void aNumberThatIsNotWholeIsNotCalledNone() {
        assertUnfit("3.5", OfInt.class, "it is no whole number");
        assertUnfit("3e+5", OfLong.class, "it is no whole number");
        assertUnfit("x", OfDecimal.class, "it is no number");
    }

    @Test
    void whatTheServerWritesIsANumber() {
        assertEquals(new OfByte((byte) -128), read("-128", OfByte.class));
        assertEquals(new OfInt(Integer.MIN_VALUE), read("-2147483648", OfInt.class));
        assertEquals(new OfLong(Long.MAX_VALUE), read("9223372036854775807", OfLong.class));
        assertEquals(new OfFloat(1e-5f), read("1e-05", OfFloat.class));
        assertEquals(new OfFloat(Float.NEGATIVE_INFINITY), read("-Infinity", OfFloat.class));
        assertEquals(new OfDouble(1.5e300), read("1.5e+300", OfDouble.class));
        assertEquals(new OfDouble(-0.0), read("-0", OfDouble.class));
        assertEquals(new OfDouble(Double.NaN), read("NaN", OfDouble.class));
        assertEquals(new OfDouble(Double.POSITIVE_INFINITY), read("Infinity", OfDouble.class));
        assertEquals(new OfDecimal(new BigDecimal("-10.50")), read("-10.50", OfDecimal.class));
        assertEquals(new OfDecimal(new BigDecimal("1E+22")), read("1e+22", OfDecimal.class));
        assertEquals(new OfBig(new BigInteger("7")), read("7", OfBig.class));
    }
}
