package dev.weir.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** A server can't listen because another socket has the address. */
public final class AddressInUseException extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    public AddressInUseException(InetSocketAddress address, IOException cause) {
        super(
                "address "
                        + address.getHostString()
                        + ":"
                        + address.getPort()
                        + " is in use: stop the program that listens there, or bind another port"
                        + " (0 takes any that is free)",
                cause);
    }

    /**
     * @param socket the file of a Unix domain socket
     */
    public AddressInUseException(Path socket, IOException cause) {
        super("socket " + socket + " is in use: stop the program that listens there, or bind another one", cause);
    }
}
