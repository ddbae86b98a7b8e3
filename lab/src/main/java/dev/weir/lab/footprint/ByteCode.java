package dev.weir.lab.footprint;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Counts what a jar has compiled: its classes, the source lines that do something, and the branches in them. */
public record ByteCode(int classes, int lines, int branches) {
    public static ByteCode of(Path jar) throws IOException {
        ByteCode sum = new ByteCode(0, 0, 0);
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : Collections.list(file.entries())) {
                if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")) {
                    try (InputStream in = file.getInputStream(entry)) {
                        sum = sum.plus(of(in.readAllBytes()));
                    }
                }
            }
        }
        return sum;
    }

    static ByteCode of(byte[] classFile) {
        ClassModel type = ClassFile.of().parse(classFile);
        Set<Integer> lines = new HashSet<>();
        int branches = type.methods().stream()
                .flatMap(method -> method.code().stream())
                .flatMap(code -> code.elementStream())
                .peek(element -> {
                    if (element instanceof LineNumber number) {
                        lines.add(number.line());
                    }
                })
                .mapToInt(ByteCode::branches)
                .sum();
        return new ByteCode(1, lines.size(), branches);
    }

    private static int branches(CodeElement element) {
        return switch (element) {
            case BranchInstruction jump when jump.opcode() != Opcode.GOTO && jump.opcode() != Opcode.GOTO_W -> 1;
            case TableSwitchInstruction table -> table.cases().size();
            case LookupSwitchInstruction lookup -> lookup.cases().size();
            default -> 0;
        };
    }

    private ByteCode plus(ByteCode other) {
        return new ByteCode(classes + other.classes, lines + other.lines, branches + other.branches);
    }
}
