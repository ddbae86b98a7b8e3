package dev.weir.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.ReflectiveChannelFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The file of a Unix domain socket, which the kernel neither reuses nor removes. */
final class SocketFile implements Place.Bound {
    private static final System.Logger LOG = System.getLogger("dev.weir.net");

    private final Path file;
    private @Nullable SocketAddress address;
    private @Nullable ServerSocketChannel socket; // without epoll
    private @Nullable Object ours; // the key of the file that we have made

    /*
     * Netty 4.2.18 removes the file of that name when the server closes, whoever has made it. It does not if the address has
     * no name then, with epoll; without epoll, if the JDK's socket is closed already and nobody has asked Netty's
     * channel for its address before.
     */
    /** An address whose name can be forgotten. */
    static final class Forgettable extends DomainSocketAddress {
        @Serial
        private static final long serialVersionUID = 1L;

        private boolean forgotten;

        Forgettable(Path file) {
            super(file.toFile());
        }

        @Override
        public String path() {
            return forgotten ? "" : super.path();
        }
    }

    SocketFile(Path file) {
        this.file = file;
    }

    /** Removes a file that a server has left behind; one that somebody listens on, or that is no socket, stays. */
    void clear() throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!attributes().isOther()) {
            throw new IOException(
                    "can't listen on " + file + ": it is there and is no socket; remove it or bind another");
        }
        if (isListenedOn()) {
            throw new BindException(inUse());
        }
        Files.deleteIfExists(file);
    }

    private boolean isListenedOn() {
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return probe.connect(UnixDomainSocketAddress.of(file));
        } catch (IOException refused) {
            return false;
        }
    }

    private BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public ServerChannel open(EventLoops loops) {
        if (loops.transport() != Transport.NIO) {
            return new ReflectiveChannelFactory<>(loops.transport().domainServer).newChannel();
        }
        try {
            ServerSocketChannel opened = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            socket = opened;
            return new NioServerDomainSocketChannel(opened);
        } catch (IOException failure) {
            throw new UncheckedIOException("can't open a Unix domain socket", failure);
        }
    }

    @Override
    public InetSocketAddress address(Channel listening) {
        return Place.internet(UnixDomainSocketAddress.of(file));
    }

    @Override
    public SocketAddress address(EventLoops loops) {
        SocketAddress made = loops.transport().domain(file);
        address = made;
        return made;
    }

    @Override
    public void taken() {
        if (address instanceof Forgettable named) {
            named.forgotten = true;
        }
        try {
            ours = attributes().fileKey();
        } catch (IOException gone) {
            LOG.log(System.Logger.Level.DEBUG, "the socket is gone: {0}", gone);
        }
    }

    /** Another server may have put its own there meanwhile, which stays. */
    @Override
    public void left() {
        try {
            if (socket != null) {
                socket.close();
            }
            if (ours != null && ours.equals(attributes().fileKey())) {
                Files.deleteIfExists(file);
            }
        } catch (IOException gone) {
            LOG.log(System.Logger.Level.DEBUG, "the socket can''t be removed: {0}", gone);
        }
    }

    @Override
    public String inUse() {
        return "socket " + file + " is in use: stop the program that listens there, or bind another one";
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
