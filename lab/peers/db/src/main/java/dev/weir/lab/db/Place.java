package dev.weir.lab.db;

/** Where the server is, as libpq and as JDBC write it. */
record Place(String url, String jdbcUrl) {}
