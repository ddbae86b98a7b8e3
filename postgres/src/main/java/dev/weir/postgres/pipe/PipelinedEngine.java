package dev.weir.postgres.pipe;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.postgres.PostgresOptions;
import dev.weir.sql.JsonCodec;
import dev.weir.sql.Load;
import dev.weir.sql.Row;
import dev.weir.sql.TxOptions;
import dev.weir.sql.engine.Call;
import dev.weir.sql.engine.Engine;
import dev.weir.sql.engine.Gate;
import dev.weir.sql.engine.SerialEmitter;
import dev.weir.sql.engine.Tx;
import dev.weir.sql.text.FirstWord;
import dev.weir.sql.text.Sql;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Statements with one answer share connections; transactions, streams of rows and batches have one for themselves. */
public final class PipelinedEngine implements Engine, AutoCloseable {
    private static final long CLOSING_MS = 5_000;
    private static final Duration LONGEST_IDLE = Duration.ofSeconds(30);

    private final PostgresOptions options;
    private final Loop loop;
    private final Gate gate;
    private final Lines lines;
    private final Lanes lanes;
    private final AtomicBoolean closed = new AtomicBoolean();
    private boolean left; // the loop, and on it only

    /**
     * The one at a URL.
     *
     * @throws IllegalArgumentException if it is none
     */
    public PipelinedEngine(String url, PostgresOptions options) {
        this(url, options, LONGEST_IDLE);
    }

    /** As above; after so long a connection is asked for a sign of life before a statement. */
    public PipelinedEngine(String url, PostgresOptions options, Duration longestIdle) {
        Target server = Target.of(url); // before there is anything to close
        this.options = options;
        this.loop = new Loop("weir-postgres");
        this.lines = new Lines(loop, new Dialer(loop, server), longestIdle);
        this.gate = new Gate(options.connections(), options.mostWaiting(), options.longestWait(), lines::refusal);
        this.lanes = new Lanes(loop, lines, options);
    }

    Gate gate() {
        return gate;
    }

    Lines lines() {
        return lines;
    }

    Loop loop() {
        return loop;
    }

    /**
     * The thread of its connections, for one more user, who closes it.
     *
     * @throws IllegalStateException if this has been closed
     */
    public Loop share() {
        if (closed.get() || !loop.share()) {
            throw hasClosed();
        }
        return loop;
    }

    PostgresOptions options() {
        return options;
    }

    @Override
    public Many<Row> rows(Call call) {
        if (closed.get()) {
            return Many.fail(PipelinedEngine::hasClosed);
        }
        return SerialEmitter.many(emitter ->
                new Rows(loop, emitter, new Pooled(this, true, call.sql().text()), call, options, true).listen());
    }

    @Override
    public One<List<Row>> some(Call call, int most) {
        return answer(call.sql(), Tasks.some(call, most, options.json()));
    }

    @Override
    public <T> One<@Nullable T> one(Call call, Class<T> type) {
        if (closed.get() || !call.mayChange()) {
            return Engine.super.one(call, type);
        }
        return Answer.of(loop, () -> new Pooled(this, true, call.sql().text()), Tasks.one(call, type, options.json()));
    }

    @Override
    public One<Long> update(Call call) {
        return answer(call.sql(), Tasks.update(call, options.json()));
    }

    private <T> One<T> answer(Sql sql, Task<T> task) {
        if (closed.get()) {
            return One.fail(PipelinedEngine::hasClosed);
        }
        return FirstWord.isWhole(sql.text())
                ? Point.one(lanes, sql.text(), task)
                : Answer.of(loop, () -> new Pooled(this, false, sql.text()), task);
    }

    static IllegalStateException hasClosed() {
        return new IllegalStateException("this Postgres has been closed");
    }

    @Override
    public One<long[]> batch(Sql sql, List<List<@Nullable Object>> values) {
        if (closed.get()) {
            return One.fail(PipelinedEngine::hasClosed);
        }
        return Answer.of(loop, () -> new Pooled(this, true, sql.text()), Tasks.batch(sql, values, options.json()));
    }

    @Override
    public Tx tx(TxOptions txOptions) {
        if (closed.get()) {
            throw hasClosed();
        }
        return new PipelinedTransaction(this, txOptions);
    }

    @Override
    public @Nullable JsonCodec json() {
        return options.json();
    }

    @Override
    public Load load() {
        Load own = gate.load();
        Load shared = lanes.load();
        return new Load(
                (int) Math.min((long) own.permits() + shared.permits(), Integer.MAX_VALUE),
                own.inUse() + shared.inUse(),
                own.waiting() + shared.waiting(),
                own.refused() + shared.refused());
    }

    /** Ends all connections, and with them what runs. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            loop.execute(() -> {
                lines.close().onComplete(_ -> leave());
                loop.after(CLOSING_MS, this::leave); // a server that is frozen takes nothing
            });
        }
    }

    private void leave() {
        if (!left) {
            left = true;
            loop.close();
        }
    }
}
