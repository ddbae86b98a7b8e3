package dev.weir.sql;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs where there is a {@code mariadbd}. */
class MariaDbTextTest extends TextLaws {
    @RegisterExtension
    static final MariaDb MARIA = new MariaDb();

    @Override
    protected List<DataSource> pools() {
        return List.of(MARIA.pool(), MARIA.preparing());
    }

    @Override
    protected DataSource judge() {
        return MARIA.preparing();
    }

    @Test
    void whoeverUsesItsOwnRulesIsToldThoseThatThereAre() {
        Db db = Db.jdbc(MARIA.pool(), 1);
        Query named = db.query("select 'don\\'t :x', :y");
        for (RuntimeException failure : List.of(
                EngineLaws.failure(db.query("select 'it\\'s', ?", 1).rows().toList()),
                EngineLaws.failure(db.query("select ? # ?", 1, 2).one(Integer.class)),
                EngineLaws.failure(
                        db.query("select ?--?").batch(Many.of(List.of(1))).toList()),
                assertThrows(IllegalArgumentException.class, () -> named.bind("y", 1)))) {
            assertTrue(failure.getMessage().contains("is read as PostgreSQL does"), failure.getMessage());
        }
    }
}
