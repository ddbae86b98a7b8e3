package dev.weir.lab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class AnswersTest {
    private static final String GOOD =
            "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-type: text/plain; charset=utf-8\r\n"
                    + "date: Fri, 20 Nov 2026 12:00:00 GMT\r\n\r\nOK";

    private static String wrong(String answer) {
        return Answers.wrong(answer, Expected.HTTP);
    }

    @Test
    void takesWhatIsExpected() {
        assertNull(wrong(GOOD));
        assertNull(Answers.wrong("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK", Expected.BYTES));
    }

    @Test
    void takesTheSameByHttp2() {
        String good = GOOD.replace("HTTP/1.1 200 OK", "HTTP/2 200");
        assertNull(Answers.wrong(good, Expected.http(Speech.H2)));
        assertEquals("the status is not 200", Answers.wrong(GOOD, Expected.http(Speech.H2_TLS)));
        assertEquals("the status is not 200", wrong(good));
    }

    @Test
    void tellsWhatIsWrong() {
        assertEquals("the status is not 200", wrong(GOOD.replace("200 OK", "503 Overloaded")));
        assertEquals("the field Date:  is missing", wrong(GOOD.replace("date: ", "etad: ")));
        assertEquals("the body is not OK", wrong(GOOD.replace("\r\n\r\nOK", "\r\n\r\nNO")));
    }
}
