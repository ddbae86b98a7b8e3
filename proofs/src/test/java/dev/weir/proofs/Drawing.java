package dev.weir.proofs;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.testkit.Marbles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A marble picture in the docs: what really comes of the sources, beside the code that was run.
 *
 * @param name the operator's, with something behind it if the operator has another drawing; those of {@code One} begin with "one"
 * @param label the code, as it stands in {@link Drawings} or {@link OneDrawings}
 * @param pipeline makes a {@code Many} or a {@code One}
 */
record Drawing(String name, String label, List<String> sources, Function<List<Many<String>>, ?> pipeline) {
    private static final Path FOLDER = Path.of("src/test/java/dev/weir/proofs");

    /** The drawings by their names, in the order of the files. */
    static Map<String, Drawing> all() {
        Map<String, String> labels = labels();
        Map<String, Drawing> all = new LinkedHashMap<>();
        Stream.concat(Drawings.ALL.stream(), OneDrawings.ALL.stream()).forEach(drawn -> {
            String label = labels.get(drawn.name);
            if (all.put(drawn.name, new Drawing(drawn.name, label, drawn.sources, drawn.pipeline)) != null) {
                throw new IllegalStateException("two drawings are named " + drawn.name);
            }
        });
        return all;
    }

    private static Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        for (String name : List.of("Drawings", "OneDrawings")) {
            SourceFile file = SourceFile.of(FOLDER.resolve(name + ".java"));
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                    if (List.of("drawn", "drawnOne")
                            .contains(call.getMethodSelect().toString())) {
                        String drawing = file.text(call.getArguments().getFirst());
                        labels.put(
                                drawing.substring(1, drawing.length() - 1),
                                label(file, call.getArguments().getLast()));
                    }
                    return super.visitMethodInvocation(call, null);
                }
            }.scan(file.tree(), null);
        }
        return labels;
    }

    private static String label(SourceFile file, ExpressionTree pipeline) {
        Tree code = pipeline instanceof LambdaExpressionTree lambda ? lambda.getBody() : pipeline;
        return file.text(code)
                .replaceAll(",\\s*\\n\\s*", ", ")
                .replaceAll("\\s*\\n\\s*", "")
                .replaceFirst("^(s|Many)\\.", "");
    }

    static Drawing drawn(String name, Supplier<?> pipeline) {
        return new Drawing(name, "", List.of(), sources -> pipeline.get());
    }

    static Drawing drawn(String name, String source, Function<Many<String>, ?> pipeline) {
        return new Drawing(name, "", List.of(source), sources -> pipeline.apply(sources.getFirst()));
    }

    static Drawing drawn(String name, String first, String second, BiFunction<Many<String>, Many<String>, ?> pipeline) {
        return new Drawing(
                name, "", List.of(first, second), sources -> pipeline.apply(sources.getFirst(), sources.getLast()));
    }

    /** The source is a {@code One}: it has one item, of which {@code {null}} is null, or fails. */
    static Drawing drawnOne(String name, String source, Function<One<String>, ?> pipeline) {
        return new Drawing(name, "", List.of(source), sources -> pipeline.apply(one(sources.getFirst())));
    }

    /** Both sources are a {@code One}. */
    static Drawing drawnOne(
            String name, String first, String second, BiFunction<One<String>, One<String>, ?> pipeline) {
        return new Drawing(
                name,
                "",
                List.of(first, second),
                sources -> pipeline.apply(one(sources.getFirst()), one(sources.getLast())));
    }

    private static One<String> one(Many<String> source) {
        return source.first().map(item -> item.equals("null") ? null : item);
    }

    /** The lines of the picture. */
    List<String> lines() {
        Marbles marbles = new Marbles();
        List<String> lines = new ArrayList<>(
                marbles.draw(result(sources.stream().map(marbles::source).toList()))
                        .lines()
                        .toList());
        int beside = Math.max(0, sources.size() - 1);
        int width =
                lines.stream().limit(beside + 1).mapToInt(String::length).max().orElse(0);
        lines.set(
                beside, lines.get(beside) + " ".repeat(width - lines.get(beside).length()) + "    " + label);
        return lines;
    }

    /** A {@code One} is drawn as a stream of its value, which may be null. */
    private Many<?> result(List<Many<String>> ofSources) {
        return switch (pipeline.apply(ofSources)) {
            case Many<?> many -> many;
            case One<?> one -> one.map(String::valueOf).toMany();
            default -> throw new IllegalStateException(name + " draws neither a Many nor a One");
        };
    }
}
