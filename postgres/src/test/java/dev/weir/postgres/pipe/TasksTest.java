package dev.weir.postgres.pipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.text.Sql;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class TasksTest {
    /** Its text would take gigabytes. */
    @Test
    void aListThatIsTooLongIsRefusedBeforeItHasAText() {
        Sql sql = Sql.of("select 1 where 1 in (:ids) or 2 in (:others)");
        List<Integer> ids = Collections.nCopies(2_000_000_000, 1);
        SqlException failure = assertThrows(SqlException.class, () -> Tasks.rendered(sql, List.of(ids, ids)));
        assertEquals(Reason.USAGE, failure.reason());
        assertTrue(failure.getMessage().contains("4000000000 parameters"), failure::getMessage);
    }
}
