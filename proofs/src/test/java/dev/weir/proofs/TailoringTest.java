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
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
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
    private static final String STAGE = KERNEL + "stage/Stage";
    private static final String OPERATOR = KERNEL + "stage/Operator";
    private static final String STEP = KERNEL + "run/Step";
    private static final String ROOT = KERNEL + "root/Root";
    private static final String LINK = KERNEL + "run/Link";

    // a drain that the kernel has for several operators
    private static final Set<String> NOT_TAILORED = Set.of("dev/weir/op/demand/OnOverflow$Waiting");

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
        return outsideTheKernel(STEP).filter(TailoringTest::givesItsFunction);
    }

    /** Others are not copied. */
    private static boolean givesItsFunction(ClassModel step) {
        return step.methods().stream().anyMatch(method -> method.methodName().equalsString("function"));
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
    void aStageIsMadeOfItsOperatorItsDownstreamAndTheRoot() {
        List<String> wrong = new ArrayList<>();
        outsideTheKernel(OPERATOR).forEach(operator -> {
            String made = "(L" + name(operator) + ";L" + STAGE + ";L" + ROOT + ";)V";
            attached(operator)
                    .filter(stage -> !constructors(stage).equals(List.of(made)))
                    .forEach(stage -> wrong.add(name(stage) + constructors(stage)));
        });
        assertEquals(List.of(), wrong, "its one constructor takes (operator, stage, root)");
    }

    private static List<String> constructors(ClassModel type) {
        return type.methods().stream()
                .filter(method -> method.methodName().equalsString("<init>"))
                .map(method -> method.methodType().stringValue())
                .toList();
    }

    @Test
    void anOperatorNamesTheStageItMakes() {
        List<String> wrong = new ArrayList<>();
        outsideTheKernel(OPERATOR)
                .filter(operator -> attached(operator).findAny().isPresent())
                .filter(operator ->
                        attached(operator).noneMatch(stage -> named(operator).contains(name(stage))))
                .forEach(operator -> wrong.add(name(operator)));
        assertEquals(List.of(), wrong, "its constructor names the class whose constructor it passes on");
    }

    private static List<String> named(ClassModel operator) {
        return operator.methods().stream()
                .filter(method -> method.methodName().equalsString("<init>"))
                .flatMap(method -> method.code().stream())
                .flatMap(code -> code.elementStream())
                .filter(ConstantInstruction.LoadConstantInstruction.class::isInstance)
                .map(element -> ((ConstantInstruction.LoadConstantInstruction) element).constantEntry())
                .filter(ClassEntry.class::isInstance)
                .map(entry -> ((ClassEntry) entry).asInternalName())
                .toList();
    }

    /** The stages of which the operator's constructor passes on how they are made. */
    private static Stream<ClassModel> attached(ClassModel operator) {
        return operator.methods().stream()
                .filter(method -> method.methodName().equalsString("<init>"))
                .flatMap(method -> method.code().stream())
                .flatMap(code -> code.elementStream())
                .filter(InvokeDynamicInstruction.class::isInstance)
                .flatMap(element -> ((InvokeDynamicInstruction) element).bootstrapArgs().stream())
                .filter(DirectMethodHandleDesc.class::isInstance)
                .map(DirectMethodHandleDesc.class::cast)
                .filter(handle -> handle.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR)
                .map(handle -> internalName(handle.owner()))
                .distinct()
                .filter(name -> !NOT_TAILORED.contains(name))
                .map(CLASSES::get)
                .filter(type -> type != null && extendsClass(type, STAGE));
    }

    private static String internalName(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.substring(1, descriptor.length() - 1);
    }

    @Test
    void eachOperatorIsLookedAt() {
        long operators = outsideTheKernel(OPERATOR).count();
        assertEquals(
                operators - NOT_TAILORED.size(),
                outsideTheKernel(OPERATOR)
                        .filter(operator -> attached(operator).findAny().isPresent())
                        .count());
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
