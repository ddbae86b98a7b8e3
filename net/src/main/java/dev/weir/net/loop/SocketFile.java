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
import java.net.ConnectException;
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
    private static final int TYPE = 0170000; // S_IFMT of stat(2)
    private static final int SOCKET = 0140000; // S_IFSOCK

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
        if (!isSocket()) {
            throw new IOException(
                    "can't listen on " + file + ": it is there and is no socket; remove it or bind another");
        }
        if (isListenedOn()) {
            throw new BindException(inUse());
        }
        Files.deleteIfExists(file);
    }

    private boolean isSocket() throws IOException {
        if (!attributes().isOther()) {
            return false;
        }
        try {
            int mode = (int) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
            return (mode & TYPE) == SOCKET;
        } catch (UnsupportedOperationException notOfUnix) {
            return true;
        }
    }

    /** Only a refusal says that nobody does. */
    private boolean isListenedOn() throws IOException {
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            probe.configureBlocking(false); // where many wait to be accepted it would wait, too
            probe.connect(UnixDomainSocketAddress.of(file));
            return true;
        } catch (ConnectException refused) {
            return false;
        } catch (IOException unclear) {
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            throw new IOException(
                    "can't listen on " + file + ": it is there, and whether somebody listens can't be found out: "
                            + ConnectFailure.text(unclear) + "; remove it if nobody does, or bind another",
                    unclear);
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
    public synchronized void taken() {
        if (address instanceof Forgettable named) {
            named.forgotten = true;
        }
        try {
            ours = attributes().fileKey();
        } catch (IOException gone) {
            LOG.log(System.Logger.Level.DEBUG, "the socket is gone: " + gone);
        }
    }

    /** Another server may have put its own there meanwhile, which stays. */
    @Override
    public synchronized void left() {
        Object made = ours;
        ours = null; // the number of a file that has gone may be that of another one later
        try {
            if (socket != null) {
                socket.close();
            }
            if (made != null && made.equals(attributes().fileKey())) {
                Files.deleteIfExists(file);
            }
        } catch (IOException gone) {
            LOG.log(System.Logger.Level.DEBUG, "the socket can't be removed: " + gone);
        }
    }

    @Override
    public String shown(Channel listening) {
        return file.toString();
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
