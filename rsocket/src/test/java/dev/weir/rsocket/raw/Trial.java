package dev.weir.rsocket.raw;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.rsocket.raw.Subject.Options;
import dev.weir.rsocket.raw.Subject.Role;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** One connection between the subject and a raw peer. */
final class Trial {
    private static final Subject SUBJECT = subject();

    private Trial() {}

    /** What the subject is. The raw peer is the other. */
    enum Side {
        SERVER,
        CLIENT;

        /** The first stream of the raw peer's is 1, the second 2. */
        int theirs(int nth) {
            return this == SERVER ? 2 * nth - 1 : 2 * nth;
        }

        /** As {@link #theirs}, of the subject's streams. */
        int ours(int nth) {
            return this == SERVER ? 2 * nth : 2 * nth - 1;
        }
    }

    /** What happens on a connection. */
    interface Script {
        void play(RawPeer peer, Role subject) throws Exception;
    }

    /** {@code -Drsocket.subject=CLASS} tries the rules upon another implementation, to find out whether they are right. */
    private static Subject subject() {
        try {
            String name = System.getProperty("rsocket.subject", "dev.weir.rsocket.raw.LoopSubject");
            return Class.forName(name)
                    .asSubclass(Subject.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static Subject tried() {
        return SUBJECT;
    }

    /** Plays from the first byte. */
    static void fromTheStart(Side side, Options options, Script script) throws Exception {
        if (side == Side.SERVER) {
            try (Role server = SUBJECT.serve(options);
                    RawPeer peer = RawPeer.connect(server.port())) {
                script.play(peer, server);
            }
        } else {
            try (ServerSocket listening = RawPeer.listen();
                    Role client = SUBJECT.connect(listening.getLocalPort(), options);
                    RawPeer peer = RawPeer.accept(listening)) {
                script.play(peer, client);
            }
        }
    }

    /** Plays from when the connection is set up. */
    static void on(Side side, Options options, Script script) throws Exception {
        fromTheStart(side, options, (peer, subject) -> {
            if (side == Side.SERVER) {
                peer.send(RawFrame.setup().with(options.lease ? RawFrame.LEASES : 0));
            } else {
                assertEquals(RawFrame.SETUP, peer.read().type());
            }
            script.play(peer, subject);
        });
    }

    static void on(Side side, Script script) throws Exception {
        on(side, Options.standard(), script);
    }

    /** The data of a stream's payloads until it is complete; anything else that comes is wrong. */
    static List<String> items(RawPeer peer, int stream) {
        List<String> items = new ArrayList<>();
        while (true) {
            RawFrame frame = peer.read();
            if (frame == null || frame.stream() != stream || frame.type() != RawFrame.PAYLOAD) {
                throw new AssertionError(frame + " after " + items);
            }
            if (frame.has(RawFrame.NEXT)) {
                items.add(frame.data());
            }
            if (frame.has(RawFrame.COMPLETE)) {
                return items;
            }
        }
    }
}
