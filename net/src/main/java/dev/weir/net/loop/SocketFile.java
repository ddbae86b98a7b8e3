package dev.weir.net.loop;

import dev.weir.net.AddressInUseException;
import io.netty.channel.ServerChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.io.Serial;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
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
    private @Nullable Object ours; // the key of the file that we have made

    /** Netty removes the file of that name when the server closes, whoever has made it: unless it has no name then. */
    static final class Named extends DomainSocketAddress {
        @Serial
        private static final long serialVersionUID = 1L;

        private boolean forgotten;

        Named(Path file) {
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
        SocketAddress made = loops.transport().domain(file);
        address = made;
        return made;
    }

    @Override
    public void taken() {
        if (address instanceof Named named) {
            named.forgotten = true;
        }
        try {
            ours = attributes().fileKey();
        } catch (IOException gone) {
            LOG.log(System.Logger.Level.DEBUG, "the socket is gone: {0}", gone);
        }
    }

    /** Another server may have put its own there meanwhile, which stays; without epoll, Netty removes it all the same. */
    @Override
    public void left() {
        try {
            if (ours != null && ours.equals(attributes().fileKey())) {
                Files.deleteIfExists(file);
            }
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
