package notes;

import dev.weir.postgres.embedded.EmbeddedPostgres;
import java.util.HashMap;
import java.util.Map;

/** The service with a PostgreSQL of its own, whose notes go with it. */
final class Demo {
    private Demo() {}

    public static void main(String[] arguments) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put(
                "DATABASE_URL", EmbeddedPostgres.start().createDatabase().jdbcUrl());
        NotesService.run(Settings.of(environment));
    }
}
