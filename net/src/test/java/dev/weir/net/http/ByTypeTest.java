package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByTypeTest {
    private static final Handler BOTH = ByType.of("application/json", request -> One.of(Response.text("json")))
            .or("text/html", request -> One.of(Response.text("page")));

    private static Response asked(Request request) throws Exception {
        return BOTH.handle(request).await();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json | json",
                "text/html | page",
                "TEXT/HTML;level=1 | page",
                "*/* | json",
                "text/* | page",
                "text/html, application/json | json",
                "text/html, application/json;q=0.9 | page",
                "text/html;q=0.2, */*;q=0.1 | page",
                "text/html;level=1, text/html;q=0.1, application/json;q=0.5 | json",
                "application/json;q=0, */* | page",
                "text/html;title=\"a, application/json;q=0\";q=0.5, application/json | json",
                "application/json;title=\"a;q=0\", text/html | json",
                "text/html, text/*;q=0, */*;q=0.5 | page",
                "image/gif, image/jpeg, *; q=.2, */*; q=.2 | json",
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8 | page",
            })
    void theTypeThatIsLikedBestAnswers(String accept, String answer) throws Exception {
        Request request = Request.of("GET", "/").withHeader("Accept", accept);
        Response response = asked(request);
        assertEquals(answer, response.textFor(request).await());
        assertEquals("Accept", response.headers().get("vary"));
    }

    @Test
    void whoDoesNotSayGetsTheFirst() throws Exception {
        Request request = Request.of("GET", "/");
        assertEquals("json", asked(request).textFor(request).await());
    }

    @ParameterizedTest
    @ValueSource(strings = {"image/png", "text/plain, image/*", "*/*;q=0", "application/json;q=0", "nonsense"})
    void whoTakesNoneIsToldWhatThereIs(String accept) throws Exception {
        Request request = Request.of("GET", "/").withHeader("Accept", accept);
        Response refusal = asked(request);
        assertEquals(406, refusal.status());
        assertEquals(true, refusal.textFor(request).await().contains("application/json, text/html"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "html", "text/*", "text/html;level=1", "text/html, a/b", "a/b/c"})
    void typesHaveNoParametersAndNoStars(String type) {
        assertThrows(IllegalArgumentException.class, () -> ByType.of(type, request -> One.never()));
    }
}
