package dev.weir.sql.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConversionTest {
    private static final Columns COLUMNS = new Columns(List.of("v"), "select v", null);

    @Test
    void textThatIsNoUuidBecomesNoOther() {
        String known = "6B1C5A52-3b5c-4b9b-8d8c-0d6f1f9d2d11";
        assertEquals(UUID.fromString(known), COLUMNS.converted(known, 0, UUID.class));
        for (String text : List.of("123456789-0-0-0-0", "1-2-3-4-5", "6B1C5A52-3b5c-4b9b-8d8c-0d6f1f9d2d1", "x", "")) {
            SqlException failure = assertThrows(SqlException.class, () -> COLUMNS.converted(text, 0, UUID.class), text);
            assertEquals(Reason.USAGE, failure.reason());
        }
    }

    /** Not the shortest number that is told apart from its neighbours, as printed. */
    @Test
    void aWholeDoubleIsThatNumber() {
        assertEquals(1L << 62, COLUMNS.converted(0x1p62, 0, Long.class));
        assertEquals(1L << 62, COLUMNS.converted(0x1p62f, 0, long.class));
        assertEquals(BigInteger.TWO.pow(80), COLUMNS.converted(0x1p80, 0, BigInteger.class));
        assertEquals(7, COLUMNS.converted(7.0, 0, int.class));
        assertRefused(7.5, Long.class, "");
        assertRefused(0x1p63, Long.class, "");
    }

    /** As the server makes a numeric of it. */
    @Test
    void aDecimalOfADoubleHasTheDigitsThatTellItApart() {
        assertEquals(new BigDecimal("1.1"), COLUMNS.converted(1.1f, 0, BigDecimal.class));
        assertEquals(new BigDecimal("1.1"), COLUMNS.converted(1.1, 0, BigDecimal.class));
    }

    @Test
    void whatIsNoNumberIsToldSo() {
        for (Number value : List.of(Double.NaN, Double.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY)) {
            for (Class<?> type : List.of(BigDecimal.class, BigInteger.class, long.class, Integer.class)) {
                assertRefused(value, type, "it is no finite number");
            }
        }
        assertEquals(Double.NaN, COLUMNS.converted(Double.NaN, 0, double.class));
        assertEquals(Double.POSITIVE_INFINITY, COLUMNS.converted(Float.POSITIVE_INFINITY, 0, double.class));
    }

    @Test
    void aWholeNumberIsNotRounded() {
        assertEquals(0x1p53, COLUMNS.converted(new BigDecimal("9007199254740992"), 0, double.class));
        assertEquals(0.1, COLUMNS.converted(new BigDecimal("0.1"), 0, double.class));
        assertEquals(1e40, COLUMNS.converted(BigInteger.TEN.pow(40), 0, double.class));
        assertRefused(new BigDecimal("9007199254740993"), double.class, "it has more digits than a Double");
        assertRefused(new BigDecimal("1e400"), double.class, "it is beyond the largest double");
    }

    private static void assertRefused(Object value, Class<?> type, String why) {
        SqlException failure =
                assertThrows(SqlException.class, () -> COLUMNS.converted(value, 0, type), () -> value + " as " + type);
        assertEquals(Reason.USAGE, failure.reason());
        assertTrue(String.valueOf(failure.getMessage()).contains(why), failure::getMessage);
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Held<T extends Instant>(
            List<? extends Instant> wildcard,
            List<T> variable,
            Optional<? extends Instant> optional,
            T plain,
            List<Instant>[] arrays) {}

    /** Else what comes out of a record would be of another class than its component. */
    @Test
    void wildcardsAndVariablesAreWhatTheyHaveToBe() throws ReflectiveOperationException {
        OffsetDateTime told = OffsetDateTime.parse("1970-01-01T00:00Z");
        Object[] array = {told};
        assertEquals(List.of(Instant.EPOCH), held(array, "wildcard"));
        assertEquals(List.of(Instant.EPOCH), held(array, "variable"));
        assertEquals(Optional.of(Instant.EPOCH), held(told, "optional"));
        assertEquals(Instant.EPOCH, held(told, "plain"));
        Object[] nested = {array};
        assertEquals(List.of(Instant.EPOCH), ((List<?>[]) Objects.requireNonNull(held(nested, "arrays")))[0]);
    }

    private static @Nullable Object held(Object value, String component) throws ReflectiveOperationException {
        return COLUMNS.converted(
                value, 0, Held.class.getDeclaredField(component).getGenericType());
    }
}
