package dev.weir.net.loop;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.CharsetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * What a proxy says first on a connection, by the PROXY protocol, versions 1 and 2.
 *
 * @param client null if it speaks for itself, or does not know
 */
record ProxyHeader(@Nullable InetSocketAddress client) {
    private static final byte[] SECOND = {0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a};
    private static final byte[] FIRST = {'P', 'R', 'O', 'X', 'Y', ' '};
    private static final int LONGEST_LINE = 107;
    private static final int FIXED = 16; // bytes of version 2 before the addresses
    private static final int MOST = 4 * 1024;
    private static final int PROXY = 0x21;
    private static final int LOCAL = 0x20;

    /** Takes it off what has come; null if it has not all come. */
    static @Nullable ProxyHeader take(ByteBuf received) throws ProtocolException {
        if (begins(received, SECOND)) {
            return received.readableBytes() < FIXED ? null : binary(received);
        }
        if (begins(received, FIRST)) {
            return text(received);
        }
        throw new ProtocolException("this is no PROXY header");
    }

    /** Whether all that has come is of the form, as far as that goes. */
    private static boolean begins(ByteBuf received, byte[] form) {
        int length = Math.min(form.length, received.readableBytes());
        for (int i = 0; i < length; i++) {
            if (received.getByte(received.readerIndex() + i) != form[i]) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable ProxyHeader text(ByteBuf received) throws ProtocolException {
        int most = Math.min(received.readableBytes(), LONGEST_LINE);
        int end = received.indexOf(received.readerIndex(), received.readerIndex() + most, (byte) '\n');
        if (end < 0) {
            if (most == LONGEST_LINE) {
                throw new ProtocolException("the line of a PROXY header does not end");
            }
            return null;
        }
        String line = received.readCharSequence(end + 1 - received.readerIndex(), CharsetUtil.US_ASCII)
                .toString();
        String[] parts = line.strip().split(" ", -1);
        if (!line.endsWith("\r\n") || parts.length < 2) {
            throw new ProtocolException("a malformed PROXY header");
        }
        boolean known = parts[1].equals("TCP4") || parts[1].equals("TCP6");
        if (!known && !parts[1].equals("UNKNOWN")) {
            throw new ProtocolException("a PROXY header of an unknown kind");
        }
        return new ProxyHeader(known ? address(parts) : null);
    }

    private static InetSocketAddress address(String[] parts) throws ProtocolException {
        try {
            if (parts.length == 6) {
                return new InetSocketAddress(InetAddress.ofLiteral(parts[2]), Integer.parseInt(parts[4]));
            }
        } catch (IllegalArgumentException malformed) {
            throw (ProtocolException)
                    new ProtocolException("a malformed address in a PROXY header").initCause(malformed);
        }
        throw new ProtocolException("a PROXY header needs two addresses and two ports");
    }

    private static @Nullable ProxyHeader binary(ByteBuf received) throws ProtocolException {
        int at = received.readerIndex();
        int command = received.getUnsignedByte(at + SECOND.length);
        int family = received.getUnsignedByte(at + SECOND.length + 1) >> 4;
        int length = received.getUnsignedShort(at + SECOND.length + 2);
        if ((command != PROXY && command != LOCAL) || length > MOST) {
            throw new ProtocolException("a PROXY header of another version, or longer than " + MOST + " bytes");
        }
        if (received.readableBytes() < FIXED + length) {
            return null;
        }
        ByteBuf addresses = received.skipBytes(FIXED).readSlice(length);
        int size = family == 1 ? 4 : 16;
        if (command == LOCAL || (family != 1 && family != 2)) {
            return new ProxyHeader(null);
        }
        if (length < 2 * size + 4) {
            throw new ProtocolException("a PROXY header without its addresses");
        }
        try {
            InetAddress from = InetAddress.getByAddress(ByteBufUtil.getBytes(addresses, 0, size));
            return new ProxyHeader(new InetSocketAddress(from, addresses.getUnsignedShort(2 * size)));
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
