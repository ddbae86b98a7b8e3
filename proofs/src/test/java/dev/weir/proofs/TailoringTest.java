package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.NameAndTypeEntry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The class of a stage, or of an operator of One, can be copied for one place in the user's code, and the copy holds
 * the calls that are hot: see "What keeps it fast" in {@code dev.weir.op}.
 */
class TailoringTest {
    private static final String KERNEL = "dev/weir/op/kernel/";
    private static final String STAGE = KERNEL + "Stage";
    private static final String OPERATOR = KERNEL + "Operator";
    private static final String STEP = KERNEL + "Step";
    private static final String LINK = KERNEL + "Link";

    // a take of nothing, and a drain that the kernel has for several operators: neither calls a function
    private static final Set<String> NOT_TAILORED = Set.of("dev/weir/op/limit/Take$None", KERNEL + "Overflowing");

    private static final Map<String, ClassModel> CLASSES = classes();

    private static Map<String, ClassModel> classes() {
        Map<String, ClassModel> classes = new TreeMap<>();
        for (ClassModel type : ModuleClasses.of(Many.class).parsed()) {
            classes.put(name(type), type);
        }
        return classes;
    }

    private static String name(ClassModel type) {
        return type.thisClass().asInternalName();
    }

    private static boolean extendsClass(ClassModel type, String ancestor) {
        for (ClassModel at = type; at != null; at = superclass(at)) {
            if (name(at).equals(ancestor)) {
                return true;
            }
        }
        return false;
    }

    private static ClassModel superclass(ClassModel type) {
        return type.superclass()
                .map(ClassEntry::asInternalName)
                .map(CLASSES::get)
                .orElse(null);
    }

    private static Stream<ClassModel> outsideTheKernel(String ancestor) {
        return CLASSES.values().stream().filter(type -> !name(type).startsWith(KERNEL) && extendsClass(type, ancestor));
    }

    /** A class of its own that is a stage is nothing but a subscriber, and not copied. */
    private static boolean isNested(ClassModel stage) {
        return name(stage).contains("$");
    }

    private static Stream<ClassModel> oneOperators() {
        return outsideTheKernel(STEP).filter(type -> name(type).startsWith("dev/weir/op/one/"));
    }

    private static Stream<CodeElement> code(ClassModel type) {
        return type.methods().stream().flatMap(method -> method.code().stream()).flatMap(code -> code.elementStream());
    }

    // ---------------------------------------------------------------- no class names its own type

    @Test
    void whatIsCopiedDoesNotNameItsOwnType() {
        Map<String, Set<String>> wrong = new TreeMap<>();
        Stream.concat(outsideTheKernel(STAGE).filter(TailoringTest::isNested), oneOperators())
                .forEach(type -> {
                    Set<String> descriptors = descriptors(type);
                    descriptors.removeIf(descriptor -> !descriptor.contains("L" + name(type) + ";"));
                    if (!descriptors.isEmpty()) {
                        wrong.put(name(type), descriptors);
                    }
                });
        assertEquals(
                Map.of(),
                wrong,
                "in a copy of such a class its own name in a descriptor means the original: use a type of the kernel,"
                        + " and no lambda or method reference that captures this");
    }

    private static Set<String> descriptors(ClassModel type) {
        Set<String> descriptors = new HashSet<>();
        for (FieldModel field : type.fields()) {
            descriptors.add(field.fieldType().stringValue());
        }
        for (MethodModel method : type.methods()) {
            descriptors.add(method.methodType().stringValue());
        }
        type.constantPool().forEach(entry -> {
            if (entry instanceof NameAndTypeEntry named) {
                descriptors.add(named.type().stringValue());
            } else if (entry instanceof MethodTypeEntry methodType) {
                descriptors.add(methodType.descriptor().stringValue());
            }
        });
        return descriptors;
    }

    // ---------------------------------------------------------------- constructors

    @Test
    void aStageIsMadeOfItsOperatorAndItsDownstream() {
        List<String> wrong = new ArrayList<>();
        outsideTheKernel(OPERATOR).forEach(operator -> {
            String taken = "L" + name(operator) + ";";
            attached(operator)
                    .filter(stage -> !hasConstructor(stage, "(" + taken + "L" + STAGE + ";)V"))
                    .forEach(stage -> wrong.add(name(stage)));
        });
        assertEquals(List.of(), wrong, "its constructor takes (operator, stage)");
    }

    private static boolean hasConstructor(ClassModel type, String descriptor) {
        return type.methods().stream()
                .anyMatch(method -> method.methodName().equalsString("<init>")
                        && method.methodType().equalsString(descriptor));
    }

    /** The stages that the operator's {@code attach} makes. */
    private static Stream<ClassModel> attached(ClassModel operator) {
        return operator.methods().stream()
                .filter(method -> method.methodName().equalsString("attach"))
                .flatMap(method -> method.code().stream())
                .flatMap(code -> code.elementStream())
                .filter(NewObjectInstruction.class::isInstance)
                .map(element -> ((NewObjectInstruction) element).className().asInternalName())
                .distinct()
                .filter(name -> !NOT_TAILORED.contains(name))
                .map(CLASSES::get)
                .filter(type -> type != null && extendsClass(type, STAGE));
    }

    // ---------------------------------------------------------------- hot calls

    @Test
    void aStageCallsDownstreamItself() {
        List<String> wrong = outsideTheKernel(OPERATOR)
                .flatMap(TailoringTest::attached)
                .filter(stage -> code(stage).noneMatch(TailoringTest::isOnNext))
                .map(TailoringTest::name)
                .toList();
        assertEquals(List.of(), wrong, "downstream.onNext(..) is called in the stage's own code");
    }

    private static boolean isOnNext(CodeElement element) {
        return element instanceof InvokeInstruction call
                && call.owner().asInternalName().equals(STAGE)
                && call.name().equalsString("onNext");
    }

    @Test
    void aStageCallsTheUsersFunctionItself() {
        List<String> wrong = new ArrayList<>();
        outsideTheKernel(OPERATOR)
                .flatMap(TailoringTest::attached)
                .forEach(stage -> functions(stage)
                        .filter(function -> code(stage).noneMatch(element -> isCallOf(function, element)))
                        .forEach(function -> wrong.add(name(stage) + " does not call its " + function)));
        oneOperators()
                .filter(step -> extendsClass(step, LINK))
                .forEach(step -> functions(step)
                        .filter(function -> code(step).noneMatch(element -> isCallOf(function, element)))
                        .forEach(function -> wrong.add(name(step) + " does not call its " + function)));
        assertEquals(List.of(), wrong);
    }

    /** The functional interfaces among the types of the fields. */
    private static Stream<String> functions(ClassModel type) {
        return type.fields().stream()
                .map(field -> field.fieldType().stringValue())
                .filter(descriptor -> descriptor.startsWith("Ljava/util/function/"))
                .map(descriptor -> descriptor.substring(1, descriptor.length() - 1));
    }

    private static boolean isCallOf(String function, CodeElement element) {
        return element instanceof InvokeInstruction call
                && call.owner().asInternalName().equals(function);
    }
}
