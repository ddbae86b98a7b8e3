package dev.weir.proofs;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import dev.weir.Many;
import dev.weir.testkit.Marbles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A marble picture in the docs: what really comes of the sources, beside the code that was run.
 *
 * @param label the code, as it stands in {@link Drawings}
 */
record Drawing(String name, String label, List<String> sources, Function<List<Many<String>>, Many<?>> pipeline) {
    private static final Path SOURCE = Path.of("src/test/java/dev/weir/proofs/Drawings.java");

    /** The drawings by their names, in the order of the file. */
    static Map<String, Drawing> all() {
        Map<String, String> labels = labels();
        Map<String, Drawing> all = new LinkedHashMap<>();
        for (Drawing drawn : Drawings.ALL) {
            String label = labels.get(drawn.name);
            all.put(drawn.name, new Drawing(drawn.name, label, drawn.sources, drawn.pipeline));
        }
        return all;
    }

    private static Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        SourceFile file = SourceFile.of(SOURCE);
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                if (call.getMethodSelect().toString().equals("drawn")) {
                    String name = file.text(call.getArguments().getFirst());
                    labels.put(
                            name.substring(1, name.length() - 1),
                            label(file, call.getArguments().getLast()));
                }
                return super.visitMethodInvocation(call, null);
            }
        }.scan(file.tree(), null);
        return labels;
    }

    private static String label(SourceFile file, ExpressionTree pipeline) {
        Tree code = pipeline instanceof LambdaExpressionTree lambda ? lambda.getBody() : pipeline;
        return file.text(code).replaceAll("\\s*\\n\\s*", "").replaceFirst("^(s|Many)\\.", "");
    }

    /** The lines of the picture. */
    List<String> lines() {
        Marbles marbles = new Marbles();
        List<String> lines = new ArrayList<>(marbles.draw(
                        pipeline.apply(sources.stream().map(marbles::source).toList()))
                .lines()
                .toList());
        int beside = Math.max(0, sources.size() - 1);
        int width =
                lines.stream().limit(beside + 1).mapToInt(String::length).max().orElse(0);
        lines.set(
                beside, lines.get(beside) + " ".repeat(width - lines.get(beside).length()) + "    " + label);
        return lines;
    }
}
