package dev.weir.lab.db;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Works that are done again and again until their time is over. */
final class Repeated {
    private Repeated() {}

    /** Reads all rows. */
    interface Scan {
        /** Gives each row to the reader, and returns after the last. */
        void read(Reader reader) throws Exception;
    }

    /** What each scan has to do with the rows. */
    static final class Reader {
        private final long begin = System.nanoTime();
        private long first;
        private long sum;
        private int rows;

        void take(Item item) {
            if (rows++ == 0) {
                first = System.nanoTime() - begin;
            }
            sum += item.id() + item.name().length() + (long) item.amount();
        }
    }

    static Work scan(Scan scan) {
        return seconds -> {
            List<Double> firsts = new ArrayList<>();
            double rows = 0;
            long begin = System.nanoTime();
            do {
                Reader reader = new Reader();
                scan.read(reader);
                Serve.check(reader.rows == Tables.ROWS && reader.sum != 0, reader.rows + " rows were read");
                firsts.add(reader.first / 1e6);
                rows += reader.rows;
            } while (System.nanoTime() - begin < seconds * 1e9);
            return new Work.Result(rows, (System.nanoTime() - begin) / 1e9, Map.of("first", median(firsts)));
        };
    }

    /** Writes all items, and tells how many. */
    interface Insert {
        long write() throws Exception;
    }

    /** The table is emptied before each, which does not count. */
    static Work insert(Place place, Insert insert) throws SQLException {
        Connection own = DriverManager.getConnection(place.jdbcUrl()); // one for all turns: it is no part of the work
        return seconds -> {
            double rows = 0;
            long spent = 0;
            do {
                Jdbc.empty(own);
                long begin = System.nanoTime();
                long written = insert.write();
                spent += System.nanoTime() - begin;
                Serve.check(written == Item.INSERTED, written + " rows were written");
                Serve.check(Jdbc.copies(own) == Item.INSERTED, "other rows are there");
                rows += written;
            } while (spent < seconds * 1e9);
            return new Work.Result(rows, spent / 1e9, Map.of());
        };
    }

    /** Does something once, and returns when it is done. */
    interface Trip {
        void go(int number) throws Exception;
    }

    static Work trips(Trip trip) {
        int[] number = new int[1];
        return seconds -> {
            List<Double> times = new ArrayList<>();
            long begin = System.nanoTime();
            for (long now = begin; now - begin < seconds * 1e9; ) {
                trip.go(number[0]++);
                long done = System.nanoTime();
                times.add((done - now) / 1e6);
                now = done;
            }
            return new Work.Result(times.size(), (System.nanoTime() - begin) / 1e9, Map.of("median", median(times)));
        };
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }
}
