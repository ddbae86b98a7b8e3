package dev.weir.sql.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import java.util.List;
import java.util.UUID;
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
}
