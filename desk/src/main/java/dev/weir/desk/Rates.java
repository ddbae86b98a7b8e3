package dev.weir.desk;

import dev.weir.Broadcast;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** The rates as they are, and as they move. Anybody may move them, from any thread. */
final class Rates {
    /** How many updates wait for a slow watcher; then the oldest are lost, and the newest tells what they told. */
    static final int WAITING = 64;

    private final AtomicReference<Table> table;
    private final Map<Currency, Long> changes = new ConcurrentHashMap<>();
    private final Broadcast<Table> moves = Broadcast.create();

    Rates(Table opening) {
        this.table = new AtomicReference<>(opening);
    }

    Table now() {
        return table.get();
    }

    /** Takes what a database has told; an older change that comes late is none. */
    void learn(Currency currency, Rate rate, long change) {
        changes.compute(currency, (_, known) -> {
            if (known != null && known >= change) {
                return known;
            }
            table.updateAndGet(now -> now.with(currency, rate));
            return change;
        });
        moves.emit(now());
    }

    /** Moves them here, where no other desk learns of it. */
    Mover mover() {
        return new Mover() {
            @Override
            public One<Boolean> move(Currency currency, Rate rate) {
                return One.call(() -> Rates.this.move(currency, rate));
            }

            @Override
            public One<?> nudge(Currency currency, Rate from, Rate to) {
                return One.call(() -> {
                    table.updateAndGet(now -> now.rate(currency).equals(from) ? now.with(currency, to) : now);
                    moves.emit(now());
                    return true;
                });
            }
        };
    }

    /** Moves a rate; true if the table did not have that currency before. */
    boolean move(Currency currency, Rate rate) {
        Table before = table.getAndUpdate(now -> now.with(currency, rate));
        moves.emit(before.with(currency, rate));
        return !before.rates().containsKey(currency);
    }

    /**
     * The whole table, then every change.
     *
     * <p>It listens first and looks at the table second, so no move is missed in between; a table that is not newer
     * than the last one adds nothing and is left out.
     */
    Many<Update> watch() {
        return Many.merge(moves.listen(Overflow.dropOldest(WAITING)), Many.defer(() -> Many.of(now())))
                .scan(() -> Update.NONE, Update::then)
                .distinctUntilChanged();
    }

    /** How many watch now. */
    int watchers() {
        return moves.listenerCount();
    }
}
