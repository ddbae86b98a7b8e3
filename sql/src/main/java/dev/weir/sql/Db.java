package dev.weir.sql;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.sql.engine.Engine;
import dev.weir.sql.engine.Transactions;
import dev.weir.sql.jdbc.JdbcEngine;
import dev.weir.sql.text.Bindings;
import dev.weir.sql.text.FirstWord;
import dev.weir.sql.text.Sql;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A database, or a transaction in one: where queries run. May be used from any thread.
 *
 * <pre>{@code
 * Db db = Db.jdbc(pool, 16);
 * Many<Rate> rates = db.query("select code, rate from rates where rate > :least")
 *         .bind("least", 1)
 *         .as(Rate.class);
 * }</pre>
 */
@CheckReturnValue
public final class Db {
    private final Engine engine;

    /** For the engines. */
    @SuppressWarnings("exports")
    public Db(Engine engine) {
        this.engine = Objects.requireNonNull(engine, "engine");
    }

    /** Any database that has a JDBC driver: see {@link JdbcOptions#permits}. The pool stays the caller's to close. */
    public static Db jdbc(DataSource pool, int permits) {
        return jdbc(pool, JdbcOptions.permits(permits));
    }

    /** Any database that has a JDBC driver. The pool stays the caller's to close. */
    public static Db jdbc(DataSource pool, JdbcOptions options) {
        return new Db(new JdbcEngine(pool, options));
    }

    /**
     * A statement with parameters: {@code ?}, whose values follow, or {@code :name}, to {@link Query#bind}. {@code ??} is an
     * operator {@code ?}; literals, comments and casts are left alone.
     *
     * @throws IllegalArgumentException if there are parameters of both kinds, or it begins or ends a transaction: the next
     *     who gets the connection would be in it
     */
    public Query query(String sql, @Nullable Object... values) {
        if (FirstWord.isOfTransaction(Objects.requireNonNull(sql, "sql"))) {
            throw new IllegalArgumentException(
                    "a transaction is begun and ended by tx(..), not by a statement, after which"
                            + " somebody else gets the connection: " + sql);
        }
        return new Query(engine, Bindings.of(Sql.of(sql), values), List.of());
    }

    /**
     * Runs a function in a transaction: all of its queries, or none. Its {@code Db} is that transaction and has one
     * connection, which runs one query at a time; inside a transaction this is one that can be undone alone.
     *
     * <p><b>gives</b> the value of what the function has made, after the commit; <b>fails</b> with it, or with the commit,
     * after a rollback; <b>cancels</b> what runs, and rolls back.
     */
    public <T extends @Nullable Object> One<T> tx(Function<Db, ? extends One<T>> body) {
        return tx(TxOptions.standard(), body);
    }

    /** As {@link #tx(Function)}, with options; inside of a transaction, those that change it fail with {@code USAGE}. */
    public <T extends @Nullable Object> One<T> tx(TxOptions options, Function<Db, ? extends One<T>> body) {
        Objects.requireNonNull(body, "body");
        One<T> once = Transactions.one(() -> engine.tx(options), inner -> body.apply(new Db(inner)));
        Retry retry = Objects.requireNonNull(options, "options").retry();
        return retry == null ? once : once.retry(retry);
    }

    /**
     * As {@link #tx(Function)}, for a stream: its items are held, as many as the options say, and come after the commit; more of
     * them fail it with {@link IllegalStateException}, after a rollback.
     */
    public <T> Many<T> txMany(Function<Db, Many<T>> body) {
        return txMany(TxOptions.standard(), body);
    }

    /** As {@link #txMany(Function)}, with options. */
    public <T> Many<T> txMany(TxOptions options, Function<Db, Many<T>> body) {
        Objects.requireNonNull(body, "body");
        return tx(options, db -> held(body.apply(db), options.held())).flatMapMany(Many::from);
    }

    private static <T> One<List<T>> held(Many<T> items, int most) {
        return items.take(most + 1L).toList().map(list -> {
            if (list.size() > most) {
                throw new IllegalStateException("more than " + most + " items would be held until the commit:"
                        + " use txStream(..), which passes them on before, or TxOptions.held(..)");
            }
            return list;
        });
    }

    /**
     * As {@link #txMany(Function)}, but items come at once: a failure after them, also of the commit, says that they never
     * were. It is not retried.
     */
    public <T> Many<T> txStream(TxOptions options, Function<Db, Many<T>> body) {
        if (options.retry() != null) {
            throw new IllegalArgumentException("items that have gone can't be taken back for a retry: use txMany(..)");
        }
        Objects.requireNonNull(body, "body");
        return Transactions.many(() -> engine.tx(options), inner -> body.apply(new Db(inner)));
    }

    /** How busy it is now. */
    public Load load() {
        return engine.load();
    }
}
