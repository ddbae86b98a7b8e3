package dev.weir.sql.jdbc;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.sql.JdbcOptions;
import dev.weir.sql.JsonCodec;
import dev.weir.sql.Load;
import dev.weir.sql.Row;
import dev.weir.sql.TxOptions;
import dev.weir.sql.engine.Call;
import dev.weir.sql.engine.Engine;
import dev.weir.sql.engine.Gate;
import dev.weir.sql.engine.Tx;
import dev.weir.sql.text.FirstWord;
import dev.weir.sql.text.Sql;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Each subscription has a connection of the pool, behind the gate. */
public final class JdbcEngine implements Engine {
    private final DataSource pool;
    private final JdbcOptions options;
    private final Gate gate;

    public JdbcEngine(DataSource pool, JdbcOptions options) {
        this.pool = Objects.requireNonNull(pool, "pool");
        this.options = options;
        this.gate = new Gate(options.permits(), options.mostWaiting(), options.longestWait());
    }

    DataSource pool() {
        return pool;
    }

    Gate gate() {
        return gate;
    }

    JdbcOptions options() {
        return options;
    }

    @Override
    public Many<Row> rows(Call call) {
        return Tasks.rows(() -> new Pooled(this, true, call.sql().text()), call, options, result -> result::row);
    }

    @Override
    public <T> Many<T> as(Call call, Class<T> type) {
        return Tasks.rows(
                () -> new Pooled(this, true, call.sql().text()),
                call,
                options,
                result -> new RecordReading<>(result, type));
    }

    @Override
    public One<List<Row>> some(Call call, int most) {
        return Answer.of(() -> new Pooled(this, false, call.sql().text()), Tasks.some(call, most, options));
    }

    @Override
    public <T> One<@Nullable T> one(Call call, Class<T> type) {
        return call.mayChange()
                ? Answer.of(() -> new Pooled(this, true, call.sql().text()), Tasks.one(call, type, options))
                : Engine.super.one(call, type);
    }

    @Override
    public One<Long> update(Call call) {
        boolean together = FirstWord.mayChangeAndTell(call.sql().text()); // which is undone, as it is no update
        return Answer.of(() -> new Pooled(this, together, call.sql().text()), Tasks.update(call, options));
    }

    @Override
    public One<long[]> batch(Sql sql, List<List<@Nullable Object>> values) {
        return Answer.of(() -> new Pooled(this, true, sql.text()), Tasks.batch(sql, values, options));
    }

    @Override
    public Tx tx(TxOptions txOptions) {
        return new JdbcTransaction(this, txOptions);
    }

    @Override
    public @Nullable JsonCodec json() {
        return options.json();
    }

    @Override
    public Load load() {
        return gate.load();
    }
}
