package dev.weir.net.http;

import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.NoSuchValue;
import org.jspecify.annotations.Nullable;

/** Makes values of what clients send as text; what is wrong with it becomes a 400 that names the parameter. */
final class Typed {
    private Typed() {}

    /**
     * The value.
     *
     * @param in what kind of parameter it is: query, path, header, form
     */
    static <T> T required(String in, String name, @Nullable String text, ValueParser<? extends T> parser) {
        if (text == null) {
            throw wrong(in, name, "is missing");
        }
        return parse(in, name, text, parser);
    }

    /** The value, or another one if there is none. */
    static <T extends @Nullable Object> T optional(
            String in, String name, @Nullable String text, ValueParser<? extends T> parser, T otherwise) {
        return text == null ? otherwise : parse(in, name, text, parser);
    }

    private static <T extends @Nullable Object> T parse(
            String in, String name, String text, ValueParser<? extends T> parser) {
        try {
            return parser.parse(text);
        } catch (HttpException known) {
            throw known;
        } catch (Exception malformed) {
            throw wrong(in, name, NoSuchValue.told(text, malformed));
        }
    }

    private static HttpException wrong(String in, String name, String what) {
        return new HttpException(Problem.of(400, "the " + in + " parameter \"" + name + "\" " + what)
                .with("parameter", name)
                .with("in", in));
    }

    /** Reads what a client may have got wrong. */
    @FunctionalInterface
    interface Reading<T> {
        T read() throws BadRequest;
    }

    /** What is read, or the answer that it can't be. */
    static <T> T wellFormed(Reading<T> reading) {
        try {
            return reading.read();
        } catch (BadRequest malformed) {
            throw new HttpException(malformed);
        }
    }
}
