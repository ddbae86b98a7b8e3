package dev.weir.desk;

import dev.weir.Broadcast;
import dev.weir.Many;
import dev.weir.Overflow;
import java.util.concurrent.atomic.AtomicReference;

/** The rates as they are, and as they move. Anybody may move them, from any thread. */
final class Rates {
    /** How many updates wait for a slow watcher; then the oldest are lost, and the newest tells what they told. */
    static final int WAITING = 64;

    private final AtomicReference<Table> table;
    private final Broadcast<Table> moves = Broadcast.create();

    Rates(Table opening) {
        this.table = new AtomicReference<>(opening);
    }

    Table now() {
        return table.get();
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
