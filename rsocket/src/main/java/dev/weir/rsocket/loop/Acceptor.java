package dev.weir.rsocket.loop;

import dev.weir.One;
import dev.weir.rsocket.Setup;

/** Says who answers the requests of a peer. */
@FunctionalInterface
public interface Acceptor {
    /**
     * A peer wants to speak. Nothing of it is read until the One ends; if that fails, or this throws, the peer is refused,
     * with the code of a {@link dev.weir.rsocket.RSocketException} of setups, else with REJECTED_SETUP.
     */
    One<Responder> accept(LoopConnection connection, Setup setup) throws Exception;
}
