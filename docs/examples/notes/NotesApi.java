package notes;

import dev.weir.One;
import dev.weir.net.http.Codec;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.Problem;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.ServerSentEvent;
import java.nio.charset.StandardCharsets;
import notes.Note.Draft;

/** The notes over HTTP. */
final class NotesApi {
    private static final int MOST = 100;
    private static final int LONGEST = 1_000;

    private final Notes notes;

    NotesApi(Notes notes) {
        this.notes = notes;
    }

    // tag::routes
    Routes routes() {
        return Routes.create()
                .get("/notes", this::newest)
                .get("/notes/live", this::live)
                .get("/notes/{id}", this::note)
                .post("/notes", this::create);
    }

    private One<Response> create(Request request) {
        return request.as(Draft.class) // or 400, 413, 415
                .map(NotesApi::checked) // or 422
                .flatMap(draft -> notes.add(draft.text()))
                .map(note -> Response.value(note).withStatus(201).withHeader("Location", "/notes/" + note.id()));
    }

    private One<Response> live(Request request) {
        return One.of(Response.sse(notes.live().mapAsync(1, note -> One.call(() -> event(note)))));
    }
    // end::routes

    private One<Response> newest(Request request) {
        int limit = request.query("limit", NotesApi::limit, 20);
        return notes.newest(limit).map(Response::value);
    }

    private One<Response> note(Request request) {
        long id = request.param("id", Long::parseLong);
        return notes.find(id)
                .orFail(() -> new HttpException(404, "there is no note " + id))
                .map(Response::value);
    }

    private static ServerSentEvent event(Note note) throws Exception {
        String json = new String(Codec.standard().write(note), StandardCharsets.UTF_8);
        return ServerSentEvent.of(json).withEvent("note").withId(Long.toString(note.id()));
    }

    private static int limit(String text) {
        int limit = Integer.parseInt(text);
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException("it must be 1 to " + MOST);
        }
        return limit;
    }

    private static Draft checked(Draft draft) {
        if (draft.text() == null || draft.text().isBlank()) {
            throw refused("a note needs a text");
        }
        if (draft.text().length() > LONGEST) {
            throw refused("a note has at most " + LONGEST + " characters");
        }
        if (draft.text().indexOf(0) >= 0) { // PostgreSQL keeps none in a text
            throw refused("a note has no NUL");
        }
        return draft;
    }

    private static HttpException refused(String why) {
        return new HttpException(Problem.of(422, why).with("field", "text"));
    }
}
