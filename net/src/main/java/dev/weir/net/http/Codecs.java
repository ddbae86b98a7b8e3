package dev.weir.net.http;

/** Finds the codec that is used unless one is set. */
final class Codecs {
    /** Made when it is first needed. */
    static final Codec STANDARD = find();

    private Codecs() {}

    private static Codec find() {
        try {
            Class.forName("com.fasterxml.jackson.databind.ObjectMapper", false, Codecs.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError missing) {
            return new Missing();
        }
        return new JacksonCodec();
    }

    /** Says what to do when values are first read or written. */
    private static final class Missing implements Codec {
        private static IllegalStateException missing() {
            return new IllegalStateException(
                    "there is no codec for values: set one with codec(..) of the server's or client's builder,"
                            + " or add com.fasterxml.jackson.core:jackson-databind 2.x to the program");
        }

        @Override
        public String contentType() {
            throw missing();
        }

        @Override
        public boolean reads(String mediaType) {
            throw missing();
        }

        @Override
        public <T> T read(byte[] body, TypeOf<T> type) {
            throw missing();
        }

        @Override
        public byte[] write(Object value) {
            throw missing();
        }
    }
}
