package dev.weir.postgres.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;

/** A database of an {@link EmbeddedPostgres}, of its user {@code postgres}, who needs no password. */
public final class Database {
    private final EmbeddedPostgres postgres;
    private final String name;

    Database(EmbeddedPostgres postgres, String name) {
        this.postgres = postgres;
        this.name = name;
    }

    public String name() {
        return name;
    }

    /** As libpq writes it: {@code postgresql://postgres@127.0.0.1:5432/weir_1}. */
    public String url() {
        return "postgresql://postgres@127.0.0.1:" + postgres.port() + '/' + name;
    }

    /** As JDBC writes it. */
    public String jdbcUrl() {
        return "jdbc:postgresql://127.0.0.1:" + postgres.port() + '/' + name + "?user=postgres";
    }

    /**
     * Runs statements, separated by semicolons, all or none; their rows are not read.
     *
     * @throws IllegalStateException if the server refuses one; says why
     */
    public void execute(String sql) {
        try {
            Wire.execute(postgres.port(), name, sql);
        } catch (IOException e) {
            throw new UncheckedIOException("the embedded PostgreSQL does not answer: " + e.getMessage(), e);
        }
    }

    /** Makes a database that has what this one has, which nobody may be connected to meanwhile; takes some milliseconds. */
    public Database copy() {
        Database copy = new Database(postgres, postgres.newName());
        new Database(postgres, "postgres").execute("create database " + copy.name + " template " + name);
        return copy;
    }
}
