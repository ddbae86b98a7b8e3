package dev.weir.lab.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Iterator;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;
import org.postgresql.copy.CopyOut;

/** JDBC by hand. */
final class Jdbc {
    static final int CONNECTIONS = 16;
    static final int FETCH = 1_000;
    static final int BATCH = 1_000;
    static final String INSERT = "insert into copies (id, name, amount) values (?, ?, ?)";

    private static final int LINES = 1_000;
    private static final int POLL_MILLIS = 50;

    /** Each process has its own: all share a database. */
    static final String CHANNEL = "lab" + ProcessHandle.current().pid();

    private Jdbc() {}

    static HikariDataSource pool(String jdbcUrl) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(jdbcUrl);
        config.setMaximumPoolSize(CONNECTIONS);
        return new HikariDataSource(config);
    }

    static Work points(Place place, ThreadFactory threads) {
        HikariDataSource pool = pool(place.jdbcUrl());
        return seconds -> Callers.blocking(threads, id -> nameOf(pool, id), seconds);
    }

    private static String nameOf(HikariDataSource pool, int id) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(Tables.POINT + "?")) {
            statement.setInt(1, id);
            try (ResultSet row = statement.executeQuery()) {
                Serve.check(row.next(), "no row");
                return row.getString(1);
            }
        }
    }

    static Work scan(Place place) throws SQLException {
        Connection connection = DriverManager.getConnection(place.jdbcUrl());
        connection.setAutoCommit(false);
        return Repeated.scan(reader -> {
            try (PreparedStatement statement = connection.prepareStatement(Tables.SCAN)) {
                statement.setFetchSize(FETCH);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        reader.take(new Item(row.getInt(1), row.getString(2), row.getDouble(3)));
                    }
                }
            }
            connection.commit();
        });
    }

    static Work batch(Place place, boolean rewritten) throws SQLException {
        Connection connection = DriverManager.getConnection(place.jdbcUrl() + "&reWriteBatchedInserts=" + rewritten);
        connection.setAutoCommit(false);
        return Repeated.insert(place, () -> {
            try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
                int count = 0;
                for (Iterator<Item> items = Item.inserted().iterator(); items.hasNext(); ) {
                    Item item = items.next();
                    statement.setInt(1, item.id());
                    statement.setString(2, item.name());
                    statement.setDouble(3, item.amount());
                    statement.addBatch();
                    if (++count % BATCH == 0) {
                        statement.executeBatch();
                        connection.commit();
                    }
                }
                return count;
            }
        });
    }

    static Work copy(Place place) throws SQLException {
        Connection connection = DriverManager.getConnection(place.jdbcUrl());
        CopyManager copies = connection.unwrap(PGConnection.class).getCopyAPI();
        return Repeated.insert(place, () -> {
            CopyIn copy = copies.copyIn("copy copies (id, name, amount) from stdin");
            StringBuilder lines = new StringBuilder();
            int count = 0;
            for (Iterator<Item> items = Item.inserted().iterator(); items.hasNext(); ) {
                Item item = items.next();
                lines.append(item.id())
                        .append('\t')
                        .append(item.name())
                        .append('\t')
                        .append(item.amount())
                        .append('\n');
                if (++count % LINES == 0) {
                    byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
                    copy.writeToCopy(bytes, 0, bytes.length);
                    lines.setLength(0);
                }
            }
            return copy.endCopy();
        });
    }

    static Work copyOut(Place place) throws SQLException {
        Connection connection = DriverManager.getConnection(place.jdbcUrl());
        CopyManager copies = connection.unwrap(PGConnection.class).getCopyAPI();
        return Repeated.scan(reader -> {
            CopyOut copy = copies.copyOut("copy items (id, name, amount) to stdout");
            for (byte[] line = copy.readFromCopy(); line != null; line = copy.readFromCopy()) {
                String[] cells = new String(line, 0, line.length - 1, StandardCharsets.UTF_8).split("\t", -1);
                reader.take(new Item(Integer.parseInt(cells[0]), cells[1], Double.parseDouble(cells[2])));
            }
        });
    }

    static void empty(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("truncate copies");
        }
    }

    static long copies(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from copies")) {
            Serve.check(row.next(), "no row");
            return row.getLong(1);
        }
    }

    /** A thread that asks for notifications again and again, as pgjdbc has it. */
    private static Connection listening(Place place, LinkedBlockingQueue<String> came) throws SQLException {
        Connection connection = DriverManager.getConnection(place.jdbcUrl());
        execute(connection, "listen " + CHANNEL);
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    for (PGNotification notification :
                            connection.unwrap(PGConnection.class).getNotifications(POLL_MILLIS)) {
                        came.add(notification.getParameter());
                    }
                }
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
        });
        return connection;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static Work notification(Place place) throws SQLException {
        LinkedBlockingQueue<String> came = new LinkedBlockingQueue<>();
        listening(place, came);
        PreparedStatement notify =
                DriverManager.getConnection(place.jdbcUrl()).prepareStatement("select pg_notify('" + CHANNEL + "', ?)");
        return Repeated.trips(number -> {
            notify.setString(1, String.valueOf(number));
            notify.execute();
            Serve.check(came.take().equals(String.valueOf(number)), "another message");
        });
    }

    static Work channel(Place place) throws SQLException {
        Connection connection = listening(place, new LinkedBlockingQueue<>());
        return Repeated.trips(number -> {
            if (number % 100 == 0) { // as it waits for it: the server's list stays short
                execute(connection, "unlisten *");
            }
            execute(connection, "listen " + CHANNEL + "_" + number);
        });
    }
}
