package dev.weir.net.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes values of bodies and bodies of values, for servers and clients: see {@link HttpServer.Builder#codec}. Called on
 * event loops and other threads, by several at once: it must not block. The one that is used unless set is {@link
 * JacksonCodec}, if Jackson is there.
 */
public interface Codec {
    /** The one that servers and clients use unless one is set; without Jackson, one that says what to do when it is used. */
    static Codec standard() {
        return Codecs.STANDARD;
    }

    /** The media type that it writes: {@code application/json}. */
    String contentType();

    /**
     * Whether it reads bodies of a type.
     *
     * @param mediaType in lower case, without parameters
     */
    boolean reads(String mediaType);

    /**
     * The value of a body.
     *
     * @throws MalformedException if the body is none of that type, which is the sender's fault
     */
    <T> T read(byte[] body, TypeOf<T> type) throws MalformedException;

    /** The body of a value; for a JSON codec in one line. */
    byte[] write(Object value) throws Exception;

    /** A body that can't be read. */
    final class MalformedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Map<String, ? extends @Nullable Object> place;

        /**
         * A body that can't be read.
         *
         * @param detail what is wrong, for the sender's eyes
         * @param place where, as members of a {@link Problem}: line, column, path
         */
        public MalformedException(String detail, Map<String, ? extends @Nullable Object> place) {
            super(detail);
            this.place = place;
        }

        /** Where it is wrong: line, column, path, as far as they are known. */
        public Map<String, ? extends @Nullable Object> place() {
            return place;
        }

        HttpException toHttp() {
            Problem problem = Problem.of(400, String.valueOf(getMessage()));
            for (Map.Entry<String, ? extends @Nullable Object> member : place.entrySet()) {
                problem = problem.with(member.getKey(), member.getValue());
            }
            return new HttpException(problem);
        }
    }
}
