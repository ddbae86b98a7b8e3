package dev.weir.net.http;

/**
 * Makes a value of a text that a client sent: {@code Integer::parseInt}, {@code UUID::fromString}, {@code
 * Color::valueOf}. Anything it throws means that the text is no such value. Clients get the message of an {@link
 * IllegalArgumentException} that is made outside of the JDK; an {@link HttpException} is kept.
 */
@FunctionalInterface
public interface ValueParser<T> {
    /** Called with what was sent. */
    T parse(String text) throws Exception;
}
