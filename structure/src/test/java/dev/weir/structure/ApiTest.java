package dev.weir.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.weir.Many;
import dev.weir.io.FileSource;
import dev.weir.net.AddressInUseException;
import dev.weir.postgres.Notifications;
import dev.weir.postgres.embedded.EmbeddedPostgres;
import dev.weir.proofs.ModuleClasses;
import dev.weir.propagation.Propagation;
import dev.weir.reactivestreams.ReactiveStreams;
import dev.weir.resilience4j.Guard;
import dev.weir.rsocket.RSocket;
import dev.weir.sql.Db;
import dev.weir.testkit.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The public API of each module, committed as text, so that a change of it is a change that a review sees.
 * {@code ./mvnw test -pl structure -am -Dtest=ApiTest -Dapi.update=true} writes it anew.
 */
class ApiTest {
    private static final Path COMMITTED = Path.of("src/test/resources/api");
    private static final String UPDATE = "api.update";

    @ParameterizedTest
    @ValueSource(
            classes = {
                Many.class,
                Probe.class,
                AddressInUseException.class,
                FileSource.class,
                RSocket.class,
                Db.class,
                EmbeddedPostgres.class,
                Propagation.class,
                ReactiveStreams.class,
                Guard.class,
                Notifications.class
            })
    void isWhatWasCommitted(Class<?> member) throws IOException {
        ModuleClasses module = ModuleClasses.of(member);
        Path file = COMMITTED.resolve(module.descriptor().name() + ".txt");
        String now = ApiDump.of(module);
        assertFalse(now.isEmpty(), module.descriptor().name() + " exports nothing");
        if (Boolean.getBoolean(UPDATE)) {
            Files.createDirectories(COMMITTED);
            Files.writeString(file, now);
        }
        String before = Files.exists(file) ? Files.readString(file) : "";
        assertEquals(
                before,
                now,
                "the public API has changed: if that is meant, run ./mvnw test -pl structure -am -Dtest=ApiTest -D"
                        + UPDATE + "=true, and commit " + file);
    }
}
