package dev.weir.net.tls;

import java.net.InetSocketAddress;

/** What a server does with clients with whom it can't agree on TLS; called on the event loop. */
public interface Strangers {
    /** Does nothing. */
    Strangers IGNORED = new Strangers() {
        @Override
        public byte[] speaksPlain(InetSocketAddress client) {
            return new byte[0];
        }

        @Override
        public void failed(InetSocketAddress client, String why) {
            // the log tells
        }
    };

    /** A client speaks without TLS: gives what it is told before its connection is closed. */
    byte[] speaksPlain(InetSocketAddress client);

    /** A handshake has failed. */
    void failed(InetSocketAddress client, String why);
}
