package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who notes that something is to come, and looks at that before it is asked for again, asks first and notes then: asking
 * throws where there is no memory, no thread, or no loop any more, and nobody would ask again.
 */
class AskedBeforeNotedTest {
    private static final Set<String> ASKING = Set.of(
            "execute", "schedule", "queue", "submit", "start", "post", "afterOthers", "afterSockets", "soon", "atHome");

    private static final List<SourceFile> ALL = SourceFile.ofAll();

    @Test
    void whatIsToComeIsNotedWhenItWasAskedFor() {
        assertEquals(List.of(), notedBeforeAsking(ALL), "ask first: what asks may throw, and is not asked again then");
    }

    @Test
    void whoNotesItBeforeIsFound(@TempDir Path folder) throws IOException {
        Path careless = Files.writeString(folder.resolve("Careless.java"), """
            class Careless {
                boolean asked;
                void ask(java.util.concurrent.Executor executor) {
                    if (!asked) {
                        asked = true;
                        executor.execute(() -> {});
                    }
                }
            }
            """);
        assertEquals(1, notedBeforeAsking(List.of(SourceFile.of(careless))).size());
    }

    private static List<String> notedBeforeAsking(List<SourceFile> files) {
        List<String> noted = new ArrayList<>();
        for (SourceFile file : files) {
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitMethod(MethodTree method, Void nothing) {
                    Set<String> lookedAt = lookedAt(method);
                    notedBeforeAsking(method).stream()
                            .filter(flag -> lookedAt.contains(flag.getVariable().toString()))
                            .forEach(flag -> noted.add(file + ":" + file.lineOf(flag)));
                    return null;
                }
            }.scan(file.tree(), null);
        }
        return noted;
    }

    /** The names in its conditions. */
    private static Set<String> lookedAt(MethodTree method) {
        Set<String> names = new HashSet<>();
        TreeScanner<Void, Void> all = new TreeScanner<>() {
            @Override
            public Void visitIdentifier(IdentifierTree name, Void nothing) {
                names.add(name.getName().toString());
                return null;
            }
        };
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitIf(IfTree choice, Void nothing) {
                all.scan(choice.getCondition(), null);
                return super.visitIf(choice, null);
            }

            @Override
            public Void visitConditionalExpression(ConditionalExpressionTree choice, Void nothing) {
                all.scan(choice.getCondition(), null);
                return super.visitConditionalExpression(choice, null);
            }
        }.scan(method, null);
        return names;
    }

    private static List<AssignmentTree> notedBeforeAsking(MethodTree method) {
        List<AssignmentTree> noted = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitBlock(BlockTree block, Void nothing) {
                List<? extends StatementTree> lines = block.getStatements();
                for (int i = 0; i + 1 < lines.size(); i++) {
                    AssignmentTree note = note(lines.get(i));
                    if (note != null && asks(lines.get(i + 1))) {
                        noted.add(note);
                    }
                }
                return super.visitBlock(block, null);
            }
        }.scan(method, null);
        return noted;
    }

    private static @Nullable AssignmentTree note(StatementTree line) {
        return line instanceof ExpressionStatementTree whole
                        && whole.getExpression() instanceof AssignmentTree assigned
                        && assigned.getExpression().getKind() == Tree.Kind.BOOLEAN_LITERAL
                        && assigned.getExpression().toString().equals("true")
                ? assigned
                : null;
    }

    /** What a function that is given does later does not count. */
    private static boolean asks(StatementTree line) {
        boolean[] asks = {false};
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                ExpressionTree method = call.getMethodSelect();
                String name = method instanceof MemberSelectTree of
                        ? of.getIdentifier().toString()
                        : method.toString();
                asks[0] |= ASKING.contains(name);
                return super.visitMethodInvocation(call, null);
            }

            @Override
            public Void visitLambdaExpression(LambdaExpressionTree later, Void nothing) {
                return null;
            }
        }.scan(line, null);
        return asks[0];
    }
}
