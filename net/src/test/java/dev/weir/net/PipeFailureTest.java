package dev.weir.net;

import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weir.One;
import dev.weir.net.tcp.TcpClient;
import dev.weir.net.websocket.WebSocketClient;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Of handlers without a server, whoever fails first is what is told, whatever the other end fails with then. */
@ExtendWith(NoLeaks.class)
class PipeFailureTest {
    /**
     * One end of a connection.
     *
     * @param send sends something
     * @param over reads all that the other end sends
     */
    record End(One<Void> send, One<Void> over) {}

    enum Pipe {
        TCP {
            @Override
            One<Void> connect(Function<End, One<Void>> handler, Function<End, One<Void>> session) {
                return TcpClient.create()
                        .connect(
                                theirs -> handler.apply(new End(
                                        theirs.sendLine("x"), theirs.lines().forEach(line -> {}))),
                                ours -> session.apply(
                                        new End(ours.sendLine("x"), ours.lines().forEach(line -> {}))));
            }
        },
        WEB_SOCKET {
            @Override
            One<Void> connect(Function<End, One<Void>> handler, Function<End, One<Void>> session) {
                return WebSocketClient.create()
                        .connect(
                                theirs -> handler.apply(new End(
                                        theirs.send("x"), theirs.messages().forEach(message -> {}))),
                                ours -> session.apply(
                                        new End(ours.send("x"), ours.messages().forEach(message -> {}))));
            }
        };

        abstract One<Void> connect(Function<End, One<Void>> handler, Function<End, One<Void>> session);
    }

    /** Ways to be the first one. */
    private static List<Function<End, One<Void>>> failing(Error failure) {
        return List.of(
                end -> {
                    throw failure;
                },
                end -> One.fail(() -> failure),
                end -> end.send().then(One.fail(() -> failure)),
                end -> end.send().then(One.blocking(() -> {
                    throw failure;
                })));
    }

    /** Ways to go on until the other end has failed, and by that or after it fail as well. */
    private static List<Function<End, One<Void>>> following() {
        return List.of(
                End::over,
                end -> end.send().then(end.over()),
                end -> end.over()
                        .onErrorComplete()
                        .then(One.fail(() -> new IllegalStateException("that of who failed later"))));
    }

    private static Object told(One<Void> outcome) throws Exception {
        CompletableFuture<Object> told = new CompletableFuture<>();
        outcome.subscribe(done -> told.complete("nothing"), told::complete);
        return told.get(120, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @EnumSource(Pipe.class)
    void theSessionsFailureIsToldIfItIsTheFirst(Pipe pipe) throws Exception {
        AssertionError expected = new AssertionError("expected y");
        for (Function<End, One<Void>> session : failing(expected)) {
            for (Function<End, One<Void>> handler : following()) {
                assertSame(expected, told(pipe.connect(handler, session)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Pipe.class)
    void theHandlersFailureIsToldIfItIsTheFirst(Pipe pipe) throws Exception {
        AssertionError expected = new AssertionError("no x here");
        for (Function<End, One<Void>> handler : failing(expected)) {
            for (Function<End, One<Void>> session : following()) {
                assertSame(expected, told(pipe.connect(handler, session)));
            }
        }
    }
}
