package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProblemTest {
    @Test
    void hasItsMembersInOrder() {
        Problem problem = Problem.of(402, "balance is 30")
                .withType(URI.create("https://example.com/out-of-credit"), "Out of credit")
                .withInstance(URI.create("/account/12345"))
                .with("balance", 30)
                .with("accounts", List.of("/a", Map.of("b", true)))
                .with("odd", Arrays.asList(null, Double.NaN, 1.5, Float.POSITIVE_INFINITY, 'c'))
                .with("none", Map.of())
                .with("missing", null);
        assertEquals(
                "{\"type\":\"https://example.com/out-of-credit\",\"status\":402,\"title\":\"Out of credit\","
                        + "\"detail\":\"balance is 30\",\"instance\":\"/account/12345\",\"balance\":30,"
                        + "\"accounts\":[\"/a\",{\"b\":true}],\"odd\":[null,null,1.5,null,\"c\"],\"none\":{},"
                        + "\"missing\":null}\n",
                problem.toJson());
    }

    @Test
    void hasNoTitleIfItsStatusHasNoName() {
        assertEquals(
                "{\"status\":418,\"detail\":\"short and stout\"}\n",
                Problem.of(418, "short and stout").toJson());
    }

    @Test
    void refusesWhatIsNone() {
        assertThrows(IllegalArgumentException.class, () -> Problem.of(200, "fine"));
        assertThrows(IllegalArgumentException.class, () -> Problem.of(600, "fine"));
        assertThrows(IllegalArgumentException.class, () -> Problem.of(400, "x").with("status", 1));
    }

    @Test
    void anExceptionKeepsItsStatusWhenItIsSerialized() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new HttpException(Problem.of(409, "taken").with("by", "Ada")));
        }
        HttpException read =
                (HttpException) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        assertEquals(Problem.of(409, "taken"), read.problem());
    }
}
