package dev.weir.postgres.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
        SqlException failure = assertThrows(SqlException.class, () -> read(text, type), type + " of " + text);
        assertEquals(Reason.USAGE, failure.reason());
        assertTrue(failure.getMessage().contains("column n does not fit into"), failure::getMessage);
    }

    @Test
    void textThatIsNoUuidBecomesNoOther() {
        String known = "6B1C5A52-3b5c-4b9b-8d8c-0d6f1f9d2d11";
        assertEquals(new OfId(UUID.fromString(known)), read(known, OfId.class));
        assertUnfit("123456789-0-0-0-0", OfId.class);
        assertUnfit("1-2-3-4-5", OfId.class);
        assertUnfit("x", OfId.class);
    }
}
