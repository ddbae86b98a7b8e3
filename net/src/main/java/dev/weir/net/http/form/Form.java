package dev.weir.net.http.form;

import dev.weir.CheckReturnValue;
import dev.weir.One;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.Problem;
import dev.weir.net.http.Request;
import dev.weir.net.http.ValueParser;
import dev.weir.net.http.server.BodyChanger;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.NoSuchValue;
import dev.weir.net.http.wire.Query;
import dev.weir.net.loop.Confided;
import dev.weir.net.loop.InTurns;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A submitted form without files ({@code application/x-www-form-urlencoded}, the URL standard section 5). */
@CheckReturnValue
public final class Form {
    private static final BodyChanger<Request> BODIES = Confided.of(Request.class);
    private static final String TYPE = "application/x-www-form-urlencoded";
    private static final int MOST_FIELDS = 1024;

    private final Map<String, List<String>> values;

    private Form(Map<String, List<String>> values) {
        this.values = values;
    }

    /**
     * The form of a request, of at most 1024 fields and the server's {@code maxBody}. Fails with {@link HttpException}:
     * 415 if the body is no form, or is coded, 400 if an escape is malformed or is not UTF-8, 413 if it is too large.
     */
    public static One<Form> of(Request request) {
        return of(request, MOST_FIELDS);
    }

    /** As {@link #of(Request)}, of at most so many fields. */
    public static One<Form> of(Request request, int mostFields) {
        if (!Types.isOf(request, TYPE)) {
            return One.fail(() -> new HttpException(415, "the body is no form: send " + TYPE));
        }
        return One.defer(() -> {
                    request.requireUncoded();
                    return BODIES.body(request).whole("Form.of(..)");
                })
                .flatMap(body -> InTurns.made(
                        body.length,
                        request.eventLoop(),
                        () -> parse(new String(body, StandardCharsets.ISO_8859_1), mostFields)));
    }

    private static Form parse(String text, int mostFields) {
        if (!text.chars().allMatch(c -> c >= ' ' && c <= 0x7e)) {
            throw new HttpException(400, "the form has characters that have to be escaped");
        }
        try {
            return new Form(Query.parse(text, mostFields));
        } catch (BadRequest bad) {
            throw bad.status() == 413
                    ? new HttpException(413, bad.detail())
                    : new HttpException(400, "an escape in the form is malformed");
        }
    }

    /** The first value of that name, or null. */
    public @Nullable String get(String name) {
        List<String> all = values.get(name);
        return all == null ? null : all.getFirst();
    }

    /** As {@link #get(String)}, as a value: {@code form.get("age", Integer::parseInt)}; 400 if it is missing or none. */
    public <T> T get(String name, ValueParser<? extends T> parser) {
        String text = get(name);
        if (text == null) {
            throw wrong(name, "is missing");
        }
        return parse(name, text, parser);
    }

    /** As {@link #get(String)}, as a value, or another one if it is missing; 400 if it is no such value. */
    public <T extends @Nullable Object> T get(String name, ValueParser<? extends T> parser, T otherwise) {
        String text = get(name);
        return text == null ? otherwise : parse(name, text, parser);
    }

    private static <T extends @Nullable Object> T parse(String name, String text, ValueParser<? extends T> parser) {
        try {
            return parser.parse(text);
        } catch (HttpException known) {
            throw known;
        } catch (Exception malformed) {
            throw wrong(name, NoSuchValue.told(text, malformed));
        }
    }

    private static HttpException wrong(String name, String what) {
        return new HttpException(Problem.of(400, "the form's field \"" + name + "\" " + what)
                .with("parameter", name)
                .with("in", "form"));
    }

    /** All values of that name. */
    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** The names and their values, in order. */
    public Map<String, List<String>> values() {
        return values;
    }

    @Override
    public String toString() {
        return "Form" + values.keySet();
    }
}
