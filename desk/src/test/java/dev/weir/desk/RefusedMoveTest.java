package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.postgres.embedded.Database;
import dev.weir.postgres.embedded.EmbeddedPostgres;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** A database that is there, and does not take a rate. */
class RefusedMoveTest {
    private static final Logger STORES = Logger.getLogger(Store.class.getName());

    @Test
    void aDatabaseThatRefusesAMoveIsNotSaidToBeAway() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                told.add(line.getMessage());
            }

            @Override
            public void flush() {} // it keeps none

            @Override
            public void close() {} // it keeps none
        };
        STORES.addHandler(handler);
        try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
            Database database = server.createDatabase();
            try (DeskOn desk = new DeskOn(database.url())) {
                database.execute("alter table weir_rates add constraint dear check (code <> 'USD' or rate > 1)");
                for (int i = 0; i < 2; i++) {
                    HttpResponse<String> refused = desk.put("USD", "0.9");
                    assertEquals(503, refused.statusCode());
                    assertTrue(refused.body().contains("their database refuses that"), refused.body());
                }
                assertEquals(1, told.size(), "once: " + told);
                assertTrue(told.getFirst().contains("\"dear\""), told.getFirst());
                assertEquals(200, desk.put("USD", "1.2").statusCode());
                assertEquals(503, desk.put("USD", "0.9").statusCode());
                assertEquals(2, told.size(), "again, as it was otherwise between: " + told);
            }
        } finally {
            STORES.removeHandler(handler);
        }
    }
}
