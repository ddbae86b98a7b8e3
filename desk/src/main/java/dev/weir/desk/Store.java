package dev.weir.desk;

import dev.weir.Broadcast;
import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.Retry;
import dev.weir.postgres.Notification;
import dev.weir.postgres.Notifications;
import dev.weir.postgres.Postgres;
import dev.weir.sql.Db;
import dev.weir.sql.Isolation;
import dev.weir.sql.Query;
import dev.weir.sql.SqlException;
import dev.weir.sql.TxOptions;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rates in a database, which all desks on it share. A move is written there, and the database tells every desk, the one
 * that has written it included; so it is to be a database of theirs, as whoever may connect to it may tell them moves. What
 * is read is what was told last, so that it is there while the database is not.
 */
final class Store implements Mover, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Store.class.getName());
    private static final String CHANNEL = "weir_rates";
    private static final long OPENING = 7_305_182; // a lock for whoever makes the tables
    private static final long ADDING = OPENING + 1; // and for whoever adds a currency
    private static final TxOptions EACH_SEES_THE_LAST = TxOptions.standard().isolation(Isolation.READ_COMMITTED);
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration FIRST = Duration.ofMillis(100); // before something is tried again
    private static final Retry AGAIN = Retry.backoff(Long.MAX_VALUE, FIRST).withMaxBackoff(LONGEST);
    private static final String MOVE_IF = """
        with moved as (
            insert into weir_rates (code, rate, change) values (:code, :rate, nextval('weir_changes'))
            on conflict (code) do update set rate = excluded.rate, change = nextval('weir_changes')%s
            returning code, rate, change, xmax = 0 as added)
        select code, rate::text as rate, change, added
        from moved, lateral (select pg_notify('weir_rates', code || ' ' || rate || ' ' || change)) as told\
        """;

    private static final String MOVE = MOVE_IF.formatted("");
    private static final String NUDGE = MOVE_IF.formatted(" where weir_rates.rate = :known");

    private final Postgres postgres;
    private final Notifications notifications;
    private final Rates rates;
    private final Broadcast<Boolean> states = Broadcast.create();
    private final Broadcast<Boolean> misses = Broadcast.create(); // what only the table can tell
    private volatile boolean there = true;
    private volatile String refusal = ""; // the last that was told, so that one is told once

    /** A row; its rate may be NaN, which is no number here. */
    record Stored(String code, String rate, long change, boolean added) {}

    private Store(String url, Rates rates) {
        this.postgres = Postgres.of(url);
        this.notifications = Notifications.builder()
                .backoff(FIRST, PERIOD)
                .heartbeat(PERIOD.multipliedBy(5), LONGEST)
                .build(postgres);
        this.rates = rates;
    }

    /** Opens the database, with the rates of an ordinary day if it has none. */
    static One<Store> open(String url, Rates rates) {
        return One.defer(() -> {
            Store store = new Store(url, rates);
            return store.postgres
                    .db()
                    .tx(Store::prepare)
                    .flatMap(_ -> store.readAll())
                    .timeout(Duration.ofSeconds(30))
                    .map(_ -> store)
                    .doOnError(_ -> store.close());
        });
    }

    private static One<?> prepare(Db db) {
        List<List<Object>> opening = Table.opening().rates().entrySet().stream()
                .filter(entry -> !entry.getKey().equals(Currency.EUR)) // which is always 1
                .map(entry ->
                        List.<Object>of(entry.getKey().code(), entry.getValue().value()))
                .toList();
        return db.query("select 1 from (select pg_advisory_xact_lock(?)) as locked", OPENING)
                .one(Integer.class)
                .then(db.query("create sequence if not exists weir_changes").update())
                .then(db.query("create table if not exists weir_rates (place serial, code text primary key,"
                                + " rate numeric not null, change bigint not null)")
                        .update())
                .then(db.query("select count(*) from weir_rates").one(Long.class))
                .flatMap(count -> count != null && count > 0
                        ? One.of(List.<Long>of())
                        : db.query("insert into weir_rates (code, rate, change) values (?, ?, nextval('weir_changes'))")
                                .batch(Many.from(opening))
                                .toList());
    }

    private One<@Nullable Void> readAll() {
        return postgres.db()
                .query("select code, rate::text as rate, change, false as added from weir_rates order by place")
                .as(Stored.class)
                .forEach(stored -> orLeaveOut(stored.code + ' ' + stored.rate, () -> learn(stored)));
    }

    private void learn(Stored stored) {
        rates.learn(new Currency(stored.code), Rate.of(stored.rate), stored.change);
    }

    /** What others write may be what no table takes: it must not keep the rest from being learned. */
    private static void orLeaveOut(String told, Runnable learning) {
        try {
            learning.run();
        } catch (Refused | NumberFormatException refused) {
            warn("left out: " + Refused.quote(told), refused);
        }
    }

    private static void warn(String what, Throwable why) {
        LOG.log(System.Logger.Level.WARNING, what + " (" + why.getMessage() + ")");
    }

    /** Learns what others move, and looks after the database, until it is cancelled. */
    Cancellable follow() {
        Cancellable reads = misses.listen(Overflow.latest()) // also of what is missed while the table is read
                .mapAsync(1, _ -> readUntilItIsThere())
                .forEach(_ -> {})
                .subscribe();
        Cancellable told = notifications
                .listen(CHANNEL, Overflow.dropOldest(Rates.WAITING))
                .forEach(this::follow) // at once, so none waits
                .doOnError(failure -> warn("the rates are not followed yet", failure))
                .retry(AGAIN)
                .subscribe();
        Cancellable looks = Many.interval(PERIOD)
                .onOverflow(Overflow.latest())
                .mapAsync(1, _ -> isThereNow())
                .forEach(this::changed)
                .subscribe();
        return () -> {
            told.cancel();
            reads.cancel();
            looks.cancel();
        };
    }

    /** After a gap, and at the begin, the table tells what was missed. */
    private void follow(Notification told) {
        if (told instanceof Notification.Message message) {
            orLeaveOut(message.payload(), () -> learn(message.payload()));
        } else {
            misses.emit(true);
        }
    }

    private void learn(String told) {
        String[] words = told.split(" ", 3);
        if (words.length == 3) {
            rates.learn(new Currency(words[0]), Rate.of(words[1]), Long.parseLong(words[2]));
        }
    }

    private One<Boolean> readUntilItIsThere() {
        return readAll()
                .timeout(LONGEST)
                .doOnError(failure -> warn("what was missed can't be read yet", failure))
                .retry(AGAIN)
                .thenReturn(true);
    }

    private One<Boolean> isThereNow() {
        return postgres.db()
                .query("select true")
                .one(Boolean.class)
                .map(_ -> true)
                .timeout(PERIOD.multipliedBy(2))
                .onErrorReturn(_ -> false);
    }

    private void changed(boolean isThere) {
        if (isThere == there) {
            return;
        }
        there = isThere;
        LOG.log(
                System.Logger.Level.WARNING,
                isThere ? "the database answers again" : "the database does not answer: the rates stay as they are");
        states.emit(isThere);
    }

    /** Whether the database answers: at the begin if it does not, and whenever that changes. */
    Many<Boolean> states() {
        return states(states, () -> there);
    }

    /** What is so is asked when it is told: what was so when somebody began to listen may be told late. */
    static Many<Boolean> states(Broadcast<Boolean> changes, BooleanSupplier now) {
        return Many.merge(
                        changes.listen(Overflow.latest()),
                        Many.defer(() -> now.getAsBoolean() ? Many.empty() : Many.of(false)))
                .map(_ -> now.getAsBoolean())
                .distinctUntilChanged();
    }

    @Override
    public One<Boolean> move(Currency currency, Rate rate) {
        Table now = rates.now();
        now.with(currency, rate); // refuses what no table takes
        return told(
                now.rates().containsKey(currency)
                        ? written(postgres.db().query(MOVE), currency, rate)
                        : postgres.db().tx(EACH_SEES_THE_LAST, db -> added(db, currency, rate)));
    }

    @Override
    public One<?> nudge(Currency currency, Rate from, Rate to) {
        rates.now().with(currency, to);
        return told(written(postgres.db().query(NUDGE).bind("known", from.value()), currency, to));
    }

    /** Whoever adds one does so alone: the last place is given once, whatever this desk has heard. The euro takes no row. */
    private static One<@Nullable Stored> added(Db db, Currency currency, Rate rate) {
        return db.query("select 1 from (select pg_advisory_xact_lock(?)) as locked", ADDING)
                .one(Integer.class)
                .then(db.query("select count(*) from weir_rates where code not in (?, 'EUR')", currency.code())
                        .one(Long.class))
                .flatMap(others -> others != null && others >= Table.MAX_CURRENCIES - 1
                        ? One.fail(Table::full)
                        : written(db.query(MOVE), currency, rate));
    }

    private static One<@Nullable Stored> written(Query query, Currency currency, Rate rate) {
        return query.bind("code", currency.code()).bind("rate", rate.value()).one(Stored.class);
    }

    private One<Boolean> told(One<@Nullable Stored> writing) {
        return writing.timeout(LONGEST).doOnError(this::tell).map(stored -> {
            refusal = "";
            if (stored != null) { // else it is another one by now
                learn(stored);
            }
            return stored != null && stored.added;
        });
    }

    private void tell(Throwable failure) {
        String why = String.valueOf(failure.getMessage());
        if (isRefusal(failure) && !why.equals(refusal)) {
            refusal = why;
            warn("the database refuses to move rates", failure);
        }
    }

    /** Whether the database is there and does not do it: it says why, which is for the log. */
    static boolean isRefusal(Throwable failure) {
        return failure instanceof SqlException told
                && switch (told.reason()) {
                    case OVERLOADED, CONNECTION, CONFLICT, CANCELLED, STALLED -> false;
                    case DUPLICATE, CONSTRAINT, STATEMENT, DATA, USAGE, OTHER -> true;
                };
    }

    @Override
    public void close() {
        notifications.close();
        postgres.close();
    }
}
