package dev.weir.sql;

import static dev.weir.sql.H2.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TxTest extends TxLaws {
    @RegisterExtension
    final H2 h2 = new H2();

    @Override
    protected Db open() {
        return h2.db();
    }

    @Override
    protected String endless() {
        return JdbcTest.ENDLESS;
    }

    @Override
    protected boolean canOnlyRead() {
        return false;
    }

    @Test
    @SuppressWarnings("NullAway") // as nobody checks it
    void aBodyThatIsLeftOutIsRefusedAtOnce() {
        Db db = Db.jdbc(h2.pool(), 1);
        assertThrows(NullPointerException.class, () -> db.txMany(null));
    }

    @Test
    void theConnectionIsAsItWasBefore() throws SQLException {
        Db one = Db.jdbc(h2.pool(), 1);
        TxOptions options =
                TxOptions.standard().isolation(Isolation.SERIALIZABLE).asReadOnly();
        int before;
        try (Connection connection = h2.pool().getConnection()) {
            before = connection.getTransactionIsolation();
        }
        one.tx(options, t -> t.query("select 1").one(Integer.class)).await(GENEROUS);
        try (Connection connection = h2.pool().getConnection()) {
            assertEquals(before, connection.getTransactionIsolation());
            assertFalse(connection.isReadOnly());
            assertTrue(connection.getAutoCommit());
        }
    }
}
