package dev.weir.sql.engine;

import dev.weir.Many;
import dev.weir.One;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs a function inside a transaction that ends as what the function has made ends. */
public final class Transactions {
    private Transactions() {}

    /**
     * Gives the value after the commit; a failure goes on after the rollback. Whoever cancels it and goes on, as a timeout
     * does, finds it left, also if its function is busy on another thread meanwhile.
     */
    public static <T extends @Nullable Object> One<T> one(Supplier<Tx> txs, Function<Engine, ? extends One<T>> body) {
        return One.using(One.supply(txs), tx -> one(tx, body), tx -> {
            tx.abandon();
            return One.ofVoid();
        });
    }

    private static <T extends @Nullable Object> One<T> one(Tx tx, Function<Engine, ? extends One<T>> body) {
        return tx.begin()
                .flatMap(engine -> One.<One<T>>call(() -> body.apply(engine)) // what it throws is a failure inside
                        .flatMap(one -> one)
                        .flatMap(value -> tx.commit().map(_ -> value))
                        .onErrorResume(failure -> tx.rollback().flatMap(_ -> One.fail(() -> failure))));
    }

    /** Passes items on as they come; the completion comes after the commit. */
    public static <T> Many<T> many(Supplier<Tx> txs, Function<Engine, Many<T>> body) {
        return Many.defer(() -> {
            Tx tx = txs.get();
            return tx.begin()
                    .flatMapMany(engine -> Many.concat(
                                    Many.defer(() -> body.apply(engine)),
                                    tx.commit().flatMapMany(_ -> Many.<T>empty()))
                            .onErrorResume(failure -> tx.rollback()
                                    .flatMap(_ -> One.<T>fail(() -> failure))
                                    .toMany()))
                    .doFinally(_ -> tx.abandon());
        });
    }
}
