package dev.weir.sql.jdbc;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.sql.JsonCodec;
import dev.weir.sql.Load;
import dev.weir.sql.Row;
import dev.weir.sql.TxOptions;
import dev.weir.sql.engine.Call;
import dev.weir.sql.engine.Engine;
import dev.weir.sql.engine.Tx;
import dev.weir.sql.text.Sql;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A transaction's statements, on its connection. */
final class SessionEngine implements Engine {
    private final JdbcEngine engine;
    private final Session session;
    private final int level;

    SessionEngine(JdbcEngine engine, Session session, int level) {
        this.engine = engine;
        this.session = session;
        this.level = level;
    }

    @Override
    public Many<Row> rows(Call call) {
        return Tasks.rows(() -> session.at(level, call.sql().text()), call, engine.options(), result -> result::row);
    }

    @Override
    public <T> Many<T> as(Call call, Class<T> type) {
        return Tasks.rows(
                () -> session.at(level, call.sql().text()),
                call,
                engine.options(),
                result -> new RecordReading<>(result, type));
    }

    @Override
    public One<List<Row>> some(Call call, int most) {
        return Answer.of(() -> session.at(level, call.sql().text()), Tasks.some(call, most, engine.options()));
    }

    @Override
    public One<Long> update(Call call) {
        return Answer.of(() -> session.at(level, call.sql().text()), Tasks.update(call, engine.options()));
    }

    @Override
    public One<long[]> batch(Sql sql, List<List<@Nullable Object>> values) {
        return Answer.of(() -> session.at(level, sql.text()), Tasks.batch(sql, values, engine.options()));
    }

    @Override
    public Tx tx(TxOptions options) {
        return new JdbcSavepoint(this, options);
    }

    SessionEngine deeper() {
        return new SessionEngine(engine, session, level + 1);
    }

    Session session() {
        return session;
    }

    int level() {
        return level;
    }

    @Override
    public @Nullable JsonCodec json() {
        return engine.json();
    }

    @Override
    public Load load() {
        return engine.load();
    }
}
