package dev.weir.proofs;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreeScanner;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** An operator's class that a facade's method builds. */
record OperatorUse(String qualifiedName) {
    private static final String OPERATORS = "dev.weir.op.";

    /** The operators that the method's body names. */
    static List<OperatorUse> in(SourceFile facade, MethodTree method) {
        Map<String, String> imported = facade.tree().getImports().stream()
                .map(ImportTree::getQualifiedIdentifier)
                .map(Object::toString)
                .filter(name -> name.startsWith(OPERATORS))
                .collect(Collectors.toMap(name -> name.substring(name.lastIndexOf('.') + 1), name -> name));
        Set<String> used = new LinkedHashSet<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitIdentifier(IdentifierTree identifier, Void nothing) {
                String name = imported.get(identifier.getName().toString());
                if (name != null) {
                    used.add(name);
                }
                return null;
            }
        }.scan(method.getBody(), null);
        return used.stream().map(OperatorUse::new).toList();
    }

    String name() {
        return qualifiedName.substring(qualifiedName.lastIndexOf('.') + 1);
    }

    String family() {
        return qualifiedName.substring(OPERATORS.length(), qualifiedName.lastIndexOf('.'));
    }

    /** The path of the operator's test below the folder of test sources. */
    String testPath() {
        return qualifiedName.replace('.', '/') + "Test.java";
    }

    @Override
    public String toString() {
        return family() + "/" + name();
    }
}
