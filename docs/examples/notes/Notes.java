package notes;

import dev.weir.Broadcast;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.sql.Db;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The notes in the database, and those that come. */
final class Notes {
    static final String TABLE = """
        create table if not exists notes (id bigint generated always as identity primary key,
            text text not null, created timestamptz not null default now())
        """;

    private final Db db;
    private final Duration patience;
    private final Broadcast<Note> added = Broadcast.create();

    /** @param patience with each query */
    Notes(Db db, Duration patience) {
        this.db = db;
        this.patience = patience;
    }

    One<List<Note>> newest(int limit) {
        return db.query("select id, text, created from notes order by id desc limit ?", limit)
                .as(Note.class)
                .toList()
                .timeout(patience)
                .onErrorMap(Unavailable::isMeantBy, Unavailable::new)
                .named("newest notes");
    }

    One<@Nullable Note> find(long id) {
        return db.query("select id, text, created from notes where id = ?", id)
                .one(Note.class)
                .timeout(patience)
                .onErrorMap(Unavailable::isMeantBy, Unavailable::new)
                .named("note " + id);
    }

    // tag::add
    One<Note> add(String text) {
        return db.query("insert into notes (text) values (?)", text)
                .returning("id", "text", "created")
                .one(Note.class)
                .orFail()
                .doOnValue(added::emit) // it is in the table now
                .timeout(patience)
                .onErrorMap(Unavailable::isMeantBy, Unavailable::new)
                .named("new note");
    }

    Many<Note> live() {
        return added.listen(Overflow.dropOldest(64)).named("live notes"); // 64 wait for each client that is slow
    }
    // end::add
}
