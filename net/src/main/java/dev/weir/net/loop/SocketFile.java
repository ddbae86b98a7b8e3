package dev.weir.net.loop;

import dev.weir.net.AddressInUseException;
import io.netty.channel.ServerChannel;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** The file of a Unix domain socket, which the kernel neither reuses nor removes. */
final class SocketFile implements Place.Bound {
    private static final System.Logger LOG = System.getLogger("dev.weir.net");

    private final Path file;

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
            throw inUse(new IOException("another process listens there"));
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
    public Class<? extends ServerChannel> channel(EventLoops loops) {
        return loops.transport().domainServer();
    }

    @Override
    public SocketAddress address(EventLoops loops) {
        return loops.transport().domain(file);
    }

    /** With epoll Netty does it, too. */
    @Override
    public void left() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException gone) {
            LOG.log(System.Logger.Level.DEBUG, "the socket can''t be removed: {0}", gone);
        }
    }

    @Override
    public AddressInUseException inUse(IOException cause) {
        return new AddressInUseException(file, cause);
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
