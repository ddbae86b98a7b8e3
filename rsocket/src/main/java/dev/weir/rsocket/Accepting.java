package dev.weir.rsocket;

import dev.weir.Ending;
import dev.weir.One;
import dev.weir.net.http.Codec;
import dev.weir.rsocket.loop.Acceptor;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks for each peer who answers it, with the settings that the server was started with. */
record Accepting(RSocketServer.Accept chooser, int maxQueued, Codec codec) implements Acceptor {
    /** One that a builder gives, as its settings are now. */
    static Acceptor of(@Nullable Supplier<Acceptor> given) {
        if (given == null) {
            throw new IllegalStateException("the server has nobody who answers: say who does with handler(..)");
        }
        return given.get();
    }

    @Override
    public One<Responder> accept(LoopConnection connection, Setup setup) throws Exception {
        RSocketConnection peer = new RSocketConnection(connection, maxQueued, codec);
        try {
            return chooser.accept(setup, peer).<Responder>map(peer::answering).doFinally(peer::begun);
        } catch (Throwable failure) {
            peer.begun(Ending.FAILED);
            throw failure;
        }
    }
}
