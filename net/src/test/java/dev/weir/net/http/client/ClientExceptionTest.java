package dev.weir.net.http.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.net.http.client.call.Repeat;
import dev.weir.net.http.client.call.Trouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What failures tell. */
class ClientExceptionTest {
    @ParameterizedTest
    @EnumSource
    void whatGoesWrongIsAReason(Trouble trouble) {
        ClientException failure = ClientException.of(trouble, "what happened", null, Repeat.NEVER);
        assertEquals(trouble.name(), failure.reason().name());
        assertEquals("what happened", failure.getMessage());
    }
}
