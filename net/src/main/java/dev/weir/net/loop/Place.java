package dev.weir.net.loop;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.ReflectiveChannelFactory;
import io.netty.channel.ServerChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Objects;

/** Where a server listens. */
public sealed interface Place {
    /**
     * A port, of a host that is not looked up yet.
     *
     * @param isShared whether other servers may listen on it, too
     */
    record Port(String host, int number, boolean isShared) implements Place {
        public Port {
            Objects.requireNonNull(host, "host");
            Connector.checkPort(number);
        }

        public Port(String host, int number) {
            this(host, number, false);
        }

        @Override
        public Place shared() {
            return new Port(host, number, true);
        }

        @Override
        public Bound resolve() throws IOException {
            if (isShared && !Transport.canSharePorts()) {
                throw new UnsupportedOperationException("this system can't share ports: leave out reusePort(true)");
            }
            InetSocketAddress address = new InetSocketAddress(host, number);
            if (address.isUnresolved()) {
                throw new UnknownHostException("no address is known for host \"" + host + "\"");
            }
            return new BoundPort(address, isShared);
        }
    }

    /** A Unix domain socket. */
    record Domain(Path file) implements Place {
        public Domain {
            Objects.requireNonNull(file, "socket");
        }

        @Override
        public Place shared() {
            throw new IllegalStateException(
                    "reusePort(true) is for ports, and " + file + " is a Unix domain socket, which has one server");
        }

        @Override
        public Bound resolve() throws IOException {
            SocketFile socket = new SocketFile(file.toAbsolutePath());
            socket.clear();
            return socket;
        }
    }

    /** The same, where other servers may listen, too. */
    Place shared();

    /** Makes ready to listen; may block. */
    Bound resolve() throws IOException;

    /** An address that can be listened on. */
    interface Bound {
        /** A channel that does not listen yet. */
        ServerChannel open(EventLoops loops);

        SocketAddress address(EventLoops loops);

        default void options(ServerBootstrap bootstrap, EventLoops loops) {}

        /** The server listens. */
        default void taken() {}

        /** The server listens no more. */
        default void left() {}

        /** The address of a channel that listens, as {@link #internet} has it. */
        default InetSocketAddress address(Channel listening) {
            return internet(listening.localAddress());
        }

        /** The address of a channel that listens, as logs have it. */
        default String shown(Channel listening) {
            return Told.address(listening.localAddress());
        }

        /** What is said when another socket is there. */
        String inUse();

        /** What can be done about another reason not to listen, to be put behind it; may be empty. */
        default String advice(IOException failure) {
            return "";
        }
    }

    /** A port. */
    record BoundPort(InetSocketAddress address, boolean isShared) implements Bound {
        @Override
        public ServerChannel open(EventLoops loops) {
            return new ReflectiveChannelFactory<>(loops.transport().server).newChannel();
        }

        @Override
        public SocketAddress address(EventLoops loops) {
            return address;
        }

        @Override
        public void options(ServerBootstrap bootstrap, EventLoops loops) {
            bootstrap
                    .option(ChannelOption.SO_REUSEADDR, true)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childOption(ChannelOption.SO_KEEPALIVE, true);
            loops.transport().keepAlive().forEach(bootstrap::childOption);
            if (isShared) {
                bootstrap.option(loops.transport().reusePort(), true);
            }
        }

        @Override
        public String inUse() {
            return "address " + Told.address(address)
                    + " is in use: stop the program that listens there, or bind another port (0 takes any that is"
                    + " free)";
        }

        @Override
        public String advice(IOException failure) {
            if (ConnectFailure.is(ConnectFailure.NOT_OURS, failure)) {
                return ": it is no address of this machine; bind one that is, 127.0.0.1 for programs on it only, or"
                        + " 0.0.0.0 for all its addresses";
            }
            return ConnectFailure.is(ConnectFailure.DENIED, failure) && address.getPort() < 1024
                    ? ": ports below 1024 need a privilege (CAP_NET_BIND_SERVICE); bind another, or grant it"
                    : "";
        }

        @Override
        public String toString() {
            return address.getHostString() + ":" + address.getPort();
        }
    }

    /** The address itself, or what stands for one that is no internet address: the loopback's, with port 0. */
    static InetSocketAddress internet(SocketAddress address) {
        return address instanceof InetSocketAddress known
                ? known
                : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }
}
