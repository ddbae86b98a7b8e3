package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.Errors.NativeIoException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import org.junit.jupiter.api.Test;

/** What users read of a connection that can't be made. */
class ConnectFailureTest {
    private static <E extends IOException> E withAddress(E failure, IOException bare) {
        failure.initCause(bare);
        return failure;
    }

    @Test
    void theOperatingSystemsReasonIsSaidPlainly() {
        ConnectException epolls = new ConnectException("finishConnect(..) failed with error(-111): Connection refused");
        ConnectException jdks = new ConnectException("Connection refused");
        for (ConnectException bare : new ConnectException[] {epolls, jdks}) {
            assertEquals("connection refused", ConnectFailure.text(bare));
            ConnectException annotated = new ConnectException(bare.getMessage() + ": localhost/[::1]:1");
            assertEquals("connection refused", ConnectFailure.text(withAddress(annotated, bare)));
        }
        assertEquals(
                "no route to host",
                ConnectFailure.text(
                        withAddress(new NoRouteToHostException("null: /1.2.3.4:5"), new NoRouteToHostException())));
        assertEquals("no such file or directory", ConnectFailure.text(new FileNotFoundException()));
        assertEquals("something else: odd", ConnectFailure.text(new IOException("something else: odd")));
        assertEquals("java.io.IOException", ConnectFailure.text(new IOException()));
        assertEquals("java.lang.IllegalStateException: odd", ConnectFailure.text(new IllegalStateException("odd")));
    }

    @Test
    void whatHasANumberIsToldByIt() {
        assumeTrue(Epoll.isAvailable());
        assertEquals(
                "too many open files: this process has as many as it may have (ulimit -n)",
                ConnectFailure.text(new IllegalStateException(new NativeIoException("socket", -24))));
        assertEquals("connection reset by peer", ConnectFailure.text(new NativeIoException("read", -104)));
    }
}
