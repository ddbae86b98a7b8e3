package dev.weir.net.http.client.line;

import dev.weir.Many;
import dev.weir.net.loop.Reader;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A response that has begun.
 *
 * @param exchange what it belongs to
 * @param loop where its body comes
 * @param fields lower-case name, value, name, value …, checked, as the server sent them
 * @param decoded whether the body is not as those fields say but decoded
 * @param empty whether it has no body
 * @param unasked whether nobody has asked for any of the request's body
 * @param trailers the fields behind the body, empty until all of it was taken; for any thread
 * @param body can be read once
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Answer(
        Exchange exchange,
        Executor loop,
        String protocol,
        int status,
        String[] fields,
        boolean decoded,
        boolean empty,
        boolean unasked,
        Supplier<String[]> trailers,
        Function<Reader, Many<ByteBuffer>> body) {}
