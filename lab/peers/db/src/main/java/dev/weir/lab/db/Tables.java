package dev.weir.lab.db;

import dev.weir.postgres.embedded.Database;
import dev.weir.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;

/** What is in the database. */
final class Tables {
    static final int ROWS = 500_000;
    static final String POINT = "select name from items where id = ";
    static final String SCAN = "select id, name, amount from items";

    private Tables() {}

    /** Runs the server until the input ends. */
    static void serve(BufferedReader input) throws IOException {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            Database database = postgres.createDatabase();
            database.execute("create table items (id int primary key, name text not null, amount float8 not null);"
                    + " insert into items select n, 'item ' || n, n * 0.5 from generate_series(1, " + ROWS + ") as n;"
                    + " create unlogged table copies (id int, name text, amount float8); analyze items");
            System.out.println(database.url());
            System.out.println(database.jdbcUrl());
            var _ = input.readLine();
        }
    }
}
