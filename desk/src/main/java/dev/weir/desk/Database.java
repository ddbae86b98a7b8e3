package dev.weir.desk;

import dev.weir.Cancellable;
import dev.weir.One;
import dev.weir.postgres.embedded.EmbeddedPostgres;
import org.jspecify.annotations.Nullable;

/** What keeps the rates: the database at a URL, or one that is started for this desk. */
final class Database implements AutoCloseable {
    private final @Nullable EmbeddedPostgres embedded;
    private final Store store;
    private final Cancellable following;
    private volatile boolean closed;

    /** This machine can't run one for this desk. */
    static final class NotStarted extends RuntimeException {
        private static final long serialVersionUID = 1;

        private NotStarted(IllegalStateException why) {
            super(why.getMessage() + ": --pg-url takes one that runs already", why);
        }
    }

    private Database(@Nullable EmbeddedPostgres embedded, Store store) {
        this.embedded = embedded;
        this.store = store;
        this.following = store.follow();
    }

    /**
     * Opens it, and reads the rates.
     *
     * @param url empty for one of its own
     */
    static One<Database> open(String url, Rates rates) {
        if (!url.isEmpty()) {
            return Store.open(url, rates).map(store -> new Database(null, store));
        }
        return One.blocking(EmbeddedPostgres::start)
                .onErrorMap(IllegalStateException.class, NotStarted::new)
                .flatMap(
                        embedded -> One.blocking(() -> embedded.createDatabase().url())
                                .flatMap(made -> Store.open(made, rates))
                                .map(store -> started(embedded, store))
                                .doOnError(_ -> embedded.close()));
    }

    private static Database started(EmbeddedPostgres embedded, Store store) {
        Database database = new Database(embedded, store);
        embedded.keepAlive();
        return database;
    }

    Store store() {
        return store;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            following.cancel();
            store.close();
            if (embedded != null) {
                embedded.close();
            }
        }
    }
}
