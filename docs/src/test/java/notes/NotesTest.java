package notes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.weir.One;
import dev.weir.net.http.Handler;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.postgres.embedded.Database;
import dev.weir.postgres.embedded.EmbeddedPostgres;
import dev.weir.sql.Db;
import dev.weir.testkit.Steps;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotesTest {
    private static EmbeddedPostgres server;
    private static Database template;

    private HikariDataSource pool;
    private Handler api;

    @BeforeAll
    static void start() {
        server = EmbeddedPostgres.start(); // about two seconds
        template = server.createDatabase();
        template.execute(Notes.TABLE);
    }

    @BeforeEach
    void open() {
        open(template.copy().jdbcUrl(), Duration.ofMinutes(1)); // an empty one for each test
    }

    private void open(String url, Duration patience) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(2);
        config.setConnectionTimeout(patience.toMillis());
        config.setInitializationFailTimeout(-1); // it may also be away
        pool = new HikariDataSource(config);
        api = new NotesApi(new Notes(Db.jdbc(pool, 2), patience.multipliedBy(100))).routes();
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // tag::live
    private Response answer(Request request) {
        return One.call(() -> api.handle(request)).flatMap(answer -> answer).await(); // no socket, no server
    }

    @Test
    void whoListensIsToldOfNewNotes() {
        create("{\"text\": \"old\"}");
        Response live = answer(Request.of("GET", "/notes/live"));
        Steps.of(live.body().map(bytes -> StandardCharsets.UTF_8.decode(bytes).toString()))
                .nothing()
                .then(() -> create("{\"text\": \"buy milk\"}"))
                .assertNext(event -> assertTrue(
                        event.startsWith("id: 2\nevent: note\ndata: {\"id\":2,\"text\":\"buy milk\","), event))
                .cancel();
    }
    // end::live

    private Response create(String json) {
        return answer(Request.of("POST", "/notes")
                .withHeader("Content-Type", "application/json")
                .withBody(json));
    }

    @Test
    void aNoteNeedsAText() {
        HttpException refused = assertThrows(HttpException.class, () -> create("{\"text\": \" \"}"));
        assertEquals(422, refused.status());
        assertEquals("a note needs a text", refused.problem().detail());
        assertEquals("[]", get("/notes"));
    }

    @Test
    void aNoteHasNoNul() {
        HttpException refused = assertThrows(HttpException.class, () -> create("{\"text\": \"a\\u0000b\"}"));
        assertEquals(422, refused.status());
        assertEquals("a note has no NUL", refused.problem().detail());
        assertEquals("[]", get("/notes"));
    }

    private String get(String target) {
        Request request = Request.of("GET", target);
        return answer(request).textFor(request).await();
    }

    @Test
    void whatIsCreatedCanBeRead() {
        Response created = create("{\"text\": \"buy milk\"}");
        assertEquals(201, created.status());
        assertEquals("/notes/1", created.headers().get("Location"));
        String note = get("/notes/1");
        assertTrue(note.startsWith("{\"id\":1,\"text\":\"buy milk\",\"created\":\"20"), note);
        assertEquals("[" + note + "]", get("/notes"));
    }

    @ParameterizedTest
    @CsvSource({
        "/notes/7, 404, there is no note 7",
        "/notes/x, 400, the path parameter \"id\" can't be \"x\"",
        "/notes?limit=0, 400, the query parameter \"limit\" can't be \"0\": it must be 1 to 100"
    })
    void whatIsWrongWithAQuestionIsTold(String target, int status, String why) {
        HttpException refused = assertThrows(HttpException.class, () -> get(target));
        assertEquals(status, refused.status());
        assertEquals(why, refused.problem().detail());
    }

    @Test
    void aNoteHasALimit() {
        String longest = "x".repeat(1_000);
        assertEquals(201, create("{\"text\": \"" + longest + "\"}").status());
        HttpException refused = assertThrows(HttpException.class, () -> create("{\"text\": \"" + longest + "y\"}"));
        assertEquals(422, refused.status());
    }

    @Test
    void aBodyThatIsNoNoteIsRefused() {
        for (String json : List.of("", "{", "[]", "{\"text\": 7}", "{\"txt\": \"\"}")) {
            HttpException refused = assertThrows(HttpException.class, () -> create(json));
            assertEquals(400, refused.status(), json);
        }
    }

    @Test
    void theNewestComeFirst() {
        create("{\"text\": \"a\"}");
        create("{\"text\": \"b\"}");
        String newest = get("/notes?limit=1");
        assertTrue(newest.startsWith("[{\"id\":2,\"text\":\"b\"") && !newest.contains("\"id\":1"), newest);
    }

    @Test
    void aDatabaseThatHasGoneIsA503() {
        pool.close();
        open("jdbc:postgresql://127.0.0.1:1/gone", Duration.ofMillis(300));
        Unavailable failure = assertThrows(Unavailable.class, () -> get("/notes"));
        assertEquals(503, failure.gatewayStatus());
    }

    @Test
    void theEnvironmentSaysWhatIsNotUsual() {
        Settings usual = Settings.of(Map.of("DATABASE_URL", "jdbc:x"));
        assertEquals(8080, usual.port());
        Settings other = Settings.of(Map.of("DATABASE_URL", "jdbc:x", "PORT", "80", "DRAIN_SECONDS", "7"));
        assertEquals(80, other.port());
        assertEquals(Duration.ofSeconds(7), other.drain());
        for (String wrong : List.of("eighty", "-1", "4000000000")) {
            assertEquals(
                    "PORT must be a number that is not negative, of at most nine digits, not \"" + wrong + '"',
                    assertThrows(
                                    IllegalArgumentException.class,
                                    () -> Settings.of(Map.of("DATABASE_URL", "jdbc:x", "PORT", wrong)))
                            .getMessage());
        }
        assertInstanceOf(
                IllegalArgumentException.class,
                assertThrows(RuntimeException.class, () -> Settings.of(Map.of())),
                "no database");
    }
}
