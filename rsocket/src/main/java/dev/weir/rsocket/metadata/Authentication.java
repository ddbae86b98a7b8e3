package dev.weir.rsocket.metadata;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Who asks, and the proof of it ({@code Extensions/Security}). No {@code toString} here tells a secret, and none of them is
 * checked by reading it.
 */
public sealed interface Authentication extends Metadata {
    String TYPE = "message/x.rsocket.authentication.v0";

    /** By a name of at most 65,535 bytes and a password. */
    static Authentication simple(String user, String password) {
        return new Simple(user, password);
    }

    /** By a token. */
    static Authentication bearer(String token) {
        return new Bearer(token);
    }

    static Authentication read(ByteBuffer bytes) {
        ByteBuffer in = bytes.slice();
        String scheme = Schemes.LABELS.readKnown(in);
        return switch (scheme) {
            case Schemes.SIMPLE -> {
                int length = Labels.octet(in, "length of a user") << 8 | Labels.octet(in, "length of a user");
                String user = Labels.text(Labels.take(in, length, "user"), "user");
                yield new Simple(user, Labels.text(in, "password"));
            }
            case Schemes.BEARER -> new Bearer(Labels.text(in, "token"));
            default -> new Other(scheme, in.slice());
        };
    }

    @Override
    default String type() {
        return TYPE;
    }

    /** A name and a password ({@code Extensions/Security/Simple.md}). */
    record Simple(String user, String password) implements Authentication {
        private static final int LONGEST_USER = 0xffff;

        public Simple {
            Labels.utf8(user, LONGEST_USER, "a user");
            Labels.utf8(password, Integer.MAX_VALUE, "a password");
        }

        @Override
        public ByteBuffer bytes() {
            byte[] name = user.getBytes(StandardCharsets.UTF_8);
            ByteArrayOutputStream out = Schemes.begin(Schemes.SIMPLE);
            out.write(name.length >>> 8);
            out.write(name.length);
            out.writeBytes(name);
            out.writeBytes(password.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(out.toByteArray());
        }

        @Override
        public String toString() {
            return "Simple[user=" + user + "]";
        }
    }

    /** A token ({@code Extensions/Security/Bearer.md}). */
    record Bearer(String token) implements Authentication {
        public Bearer {
            Labels.utf8(token, Integer.MAX_VALUE, "a token");
        }

        @Override
        public ByteBuffer bytes() {
            ByteArrayOutputStream out = Schemes.begin(Schemes.BEARER);
            out.writeBytes(token.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(out.toByteArray());
        }

        @Override
        public String toString() {
            return "Bearer[]";
        }
    }

    /**
     * By what the two sides have agreed upon.
     *
     * @param scheme its name, 1 to 128 printable characters of ASCII
     */
    record Other(String scheme, ByteBuffer proof) implements Authentication {
        public Other {
            Schemes.LABELS.check(scheme);
            if (Schemes.IDS.containsKey(scheme)) {
                throw new IllegalArgumentException("\"" + scheme + "\" has a class of its own");
            }
            proof = proof.slice();
        }

        @Override
        public ByteBuffer proof() {
            return proof.duplicate();
        }

        @Override
        public ByteBuffer bytes() {
            ByteArrayOutputStream out = Schemes.begin(scheme);
            byte[] copy = new byte[proof.remaining()];
            proof.get(proof.position(), copy);
            out.writeBytes(copy);
            return ByteBuffer.wrap(out.toByteArray());
        }

        @Override
        public String toString() {
            return "Other[scheme=" + scheme + "]";
        }
    }
}
