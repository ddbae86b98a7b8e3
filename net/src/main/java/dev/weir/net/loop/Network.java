package dev.weir.net.loop;

import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;

/** The addresses that begin with the same bits; one address is a network, too. */
public record Network(InetAddress first, int bits) {
    /** Of a text such as {@code 10.0.0.0/8} or {@code ::1}. */
    public static Network of(String text) {
        int slash = text.indexOf('/');
        try {
            String host = slash < 0 ? text : text.substring(0, slash);
            InetAddress address = InetAddress.ofLiteral(host);
            int all = address.getAddress().length * Byte.SIZE;
            int bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
            boolean whole =
                    host.indexOf(':') >= 0 || host.equals(address.getHostAddress()); // 10.1 could be meant in two ways
            if (whole && bits >= 0 && bits <= all) {
                return new Network(address, bits);
            }
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException(wrong(text), malformed);
        }
        throw new IllegalArgumentException(wrong(text));
    }

    public static List<Network> all(String... texts) {
        return Stream.of(texts).map(Network::of).toList();
    }

    private static String wrong(String text) {
        return "\"" + text + "\" is no network: it is an address, or one and how many of its bits count, as 10.0.0.0/8";
    }

    public boolean has(InetAddress address) {
        byte[] own = first.getAddress();
        byte[] other = address.getAddress();
        if (own.length != other.length) {
            return false;
        }
        for (int i = 0; i < bits; i++) {
            int mask = 0x80 >> i % Byte.SIZE;
            if (((own[i / Byte.SIZE] ^ other[i / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }
}
