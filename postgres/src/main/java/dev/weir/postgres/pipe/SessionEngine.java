package dev.weir.postgres.pipe;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.sql.JsonCodec;
import dev.weir.sql.Load;
import dev.weir.sql.Row;
import dev.weir.sql.TxOptions;
import dev.weir.sql.engine.Call;
import dev.weir.sql.engine.Engine;
import dev.weir.sql.engine.SerialEmitter;
import dev.weir.sql.engine.Tx;
import dev.weir.sql.text.Sql;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A transaction's statements, on its connection. */
final class SessionEngine implements Engine {
    private final PipelinedEngine engine;
    private final Session session;
    private final int level;

    SessionEngine(PipelinedEngine engine, Session session, int level) {
        this.engine = engine;
        this.session = session;
        this.level = level;
    }

    @Override
    public Many<Row> rows(Call call) {
        return SerialEmitter.many(emitter -> new Rows(
                        loop(), emitter, session.at(level, call.sql().text()), call, engine.options(), false)
                .listen());
    }

    private <T> One<T> answer(Sql sql, Task<T> task) {
        return Answer.of(loop(), () -> session.at(level, sql.text()), task);
    }

    @Override
    public One<List<Row>> some(Call call, int most) {
        return answer(call.sql(), Tasks.some(call, most, json()));
    }

    @Override
    public One<Long> update(Call call) {
        return answer(call.sql(), Tasks.update(call, json()));
    }

    @Override
    public One<long[]> batch(Sql sql, List<List<@Nullable Object>> values) {
        return answer(sql, Tasks.batch(sql, values, json()));
    }

    @Override
    public Tx tx(TxOptions options) {
        return new PipelinedSavepoint(this, options);
    }

    SessionEngine deeper() {
        return new SessionEngine(engine, session, level + 1);
    }

    Loop loop() {
        return engine.loop();
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
