package dev.weir.structure;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.io.FileSource;
import dev.weir.net.AddressInUseException;
import dev.weir.op.kernel.root.Names;
import dev.weir.postgres.Notifications;
import dev.weir.proofs.ModuleClasses;
import dev.weir.reactivestreams.ReactiveStreams;
import dev.weir.resilience4j.Guard;
import dev.weir.rsocket.RSocket;
import dev.weir.sql.Db;
import dev.weir.testkit.Probe;
import java.io.IOException;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who may know whom. */
class ArchitectureTest {
    private static final String FACADE = "dev.weir";
    private static final String KERNEL = "dev.weir.op.kernel..";

    private static final Pattern MODULE = Pattern.compile("(?m)^(?:open )?module ([\\w.]+)");
    private static final JavaClasses CORE =
            new ClassFileImporter().importClasses(ModuleClasses.of(Many.class).loaded());
    private static final JavaClasses TESTKIT =
            new ClassFileImporter().importClasses(ModuleClasses.of(Probe.class).loaded());
    private static final JavaClasses NET = new ClassFileImporter()
            .importClasses(ModuleClasses.of(AddressInUseException.class).loaded());
    private static final JavaClasses IO = new ClassFileImporter()
            .importClasses(ModuleClasses.of(FileSource.class).loaded());
    private static final JavaClasses RSOCKET = new ClassFileImporter()
            .importClasses(ModuleClasses.of(RSocket.class).loaded());
    private static final JavaClasses SQL =
            new ClassFileImporter().importClasses(ModuleClasses.of(Db.class).loaded());
    private static final JavaClasses POSTGRES = new ClassFileImporter()
            .importClasses(ModuleClasses.of(Notifications.class).loaded());

    /**
     * Names that several types of the network have, nested ones of which nobody speaks without their owners: what users make
     * servers and clients with, and give them; the kinds of bodies, of responses and of requests; and those of
     * messages, whole and in pieces.
     */
    private static final Set<String> SAID_WITH_THEIR_OWNERS =
            Set.of("Builder", "Handler", "Session", "Bytes", "File", "Stream", "Text", "Binary");

    @Test
    void coreNeedsTheJdkAndJctoolsOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jctools..", "org.jspecify..", "dev.weir..")
                .check(CORE);
    }

    /** Else its lambdas would be shown to users as the place where their pipeline failed. */
    @Test
    void failuresNameNoPlaceOfWhatIsBuiltOnCore() throws IOException {
        List<String> unknown = new ArrayList<>();
        for (String module : modules()) {
            if (!List.of("dev.weir", "dev.weir.testkit", "dev.weir.desk").contains(module)
                    && !Names.isBuiltOnThis(module + ".Some$$Lambda")) {
                unknown.add(module);
            }
        }
        assertEquals(List.of(), unknown);
    }

    private static List<String> modules() throws IOException {
        try (Stream<Path> files =
                Files.find(Path.of(".."), 6, (file, is) -> file.endsWith("src/main/java/module-info.java"))) {
            List<String> names = new ArrayList<>();
            for (Path file : files.toList()) {
                Matcher name = MODULE.matcher(Files.readString(file));
                assertTrue(name.find(), () -> "no module in " + file);
                names.add(name.group(1));
            }
            return names;
        }
    }

    @Test
    void jctoolsIsUsedByTheKernelOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage(KERNEL)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.jctools..")
                .check(CORE);
    }

    @Test
    void familiesOfOperatorsDoNotKnowEachOther() {
        slices().matching("dev.weir.op.(*)..")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(alwaysTrue(), resideInAPackage(KERNEL))
                .check(CORE);
    }

    @Test
    void theKernelKnowsNoOperator() {
        classes()
                .that()
                .resideInAPackage(KERNEL)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(FACADE, KERNEL, "java..", "org.jctools..", "org.jspecify..")
                .check(CORE);
    }

    @Test
    void onlyTheFacadeBuildsOperators() {
        for (String family : families()) {
            noClasses()
                    .that()
                    .resideOutsideOfPackages(FACADE, family)
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(family)
                    .check(CORE);
        }
    }

    private static List<String> families() {
        return CORE.stream()
                .map(type -> type.getPackageName())
                .filter(name -> name.startsWith("dev.weir.op.") && !name.startsWith("dev.weir.op.kernel"))
                .distinct()
                .toList();
    }

    @Test
    void atomicsAndLocksAreInTheKernelOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage(KERNEL)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.concurrent.atomic", "java.util.concurrent.locks")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.invoke.VarHandle")
                .check(CORE);
    }

    @Test
    void monitorsAreInTheKernelOnly() {
        methods()
                .that()
                .areDeclaredInClassesThat()
                .resideOutsideOfPackage(KERNEL)
                .should()
                .notHaveModifier(JavaModifier.SYNCHRONIZED)
                .check(CORE);
        List<String> synchronizing = ModuleClasses.of(Many.class).parsed().stream()
                .filter(type -> !type.thisClass().asInternalName().startsWith("dev/weir/op/kernel/"))
                .flatMap(type -> type.methods().stream().filter(ArchitectureTest::entersAMonitor))
                .map(ArchitectureTest::nameOf)
                .toList();
        assertEquals(List.of(), synchronizing, "a synchronized block belongs into op.kernel");
    }

    private static boolean entersAMonitor(MethodModel method) {
        return method.code().stream()
                .flatMap(code -> code.elementStream())
                .anyMatch(element ->
                        element instanceof MonitorInstruction monitor && monitor.opcode() == Opcode.MONITORENTER);
    }

    private static String nameOf(MethodModel method) {
        return method.parent().map(ClassModel::thisClass).orElseThrow().asInternalName() + "."
                + method.methodName().stringValue();
    }

    @Test
    void theTestkitUsesWhatCoreExports() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "com.sun.management..", "org.jspecify..", FACADE, "dev.weir.testkit..")
                .check(TESTKIT);
    }

    @Test
    void coreExportsTheFacadeOnly() {
        assertEquals(List.of(FACADE), exported(Many.class));
    }

    @Test
    void theRoomsOfTheNetworkKnowEachOtherOneWay() {
        slices().matching("dev.weir.net.(**)").should().beFreeOfCycles().check(NET);
    }

    @Test
    void theInsidesOfTheNetworkDoNotKnowItsFaces() {
        String[] faces = exported(AddressInUseException.class).stream().toArray(String[]::new);
        noClasses()
                .that()
                .resideOutsideOfPackages(faces)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(faces)
                .check(NET);
    }

    /** A stream or a One that nobody subscribes to does nothing, without a word: a compiler that looks says so. */
    @Test
    void whoForgetsToRunWhatIsMadeIsTold() {
        List<String> silent = new ArrayList<>();
        for (Class<?> member : List.of(
                AddressInUseException.class,
                FileSource.class,
                RSocket.class,
                Db.class,
                Notifications.class,
                Guard.class,
                ReactiveStreams.class)) {
            ModuleClasses module = ModuleClasses.of(member);
            Set<String> shown = module.descriptor().exports().stream()
                    .filter(export -> !export.isQualified())
                    .map(ModuleDescriptor.Exports::source)
                    .collect(Collectors.toSet());
            for (JavaClass type : new ClassFileImporter().importClasses(module.loaded())) {
                if (shown.contains(type.getPackageName()) && isForgotten(type)) {
                    silent.add(type.getName());
                }
            }
        }
        assertEquals(List.of(), silent);
    }

    private static boolean isShown(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(ArchitectureTest::isShown).orElse(true);
    }

    private static boolean isForgotten(JavaClass type) {
        return isShown(type)
                && !type.isAnnotatedWith(FunctionalInterface.class)
                && !type.isAnnotatedWith(CheckReturnValue.class)
                && type.getMethods().stream()
                        .anyMatch(method -> method.getModifiers().contains(JavaModifier.PUBLIC)
                                && Set.of(Many.class.getName(), One.class.getName())
                                        .contains(method.getRawReturnType().getName()));
    }

    /** Whoever reads a name in one room of the network would take it for what it is in the other. */
    @Test
    void theNetworkHasNoNameTwice() {
        Map<String, Long> names = NET.stream()
                .filter(type ->
                        !type.isAnonymousClass() && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(type -> type.getSimpleName(), TreeMap::new, Collectors.counting()));
        names.values().removeIf(count -> count == 1);
        assertEquals(SAID_WITH_THEIR_OWNERS, names.keySet());
    }

    @Test
    void handlersAndWhatIsAroundThemDoNotKnowNetty() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.weir.net.http",
                        "dev.weir.net.http.client",
                        "dev.weir.net.http.client.call",
                        "dev.weir.net.http.content",
                        "dev.weir.net.http.filter",
                        "dev.weir.net.http.form",
                        "dev.weir.net.http.load",
                        "dev.weir.net.http.route")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(NET);
    }

    @Test
    void filesNeedTheJdkAndCoreOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify..", FACADE, "dev.weir.io..")
                .check(IO);
    }

    @Test
    void whatWaitsForDisksDoesNotKnowTheFaceOfFiles() {
        noClasses()
                .that()
                .resideInAPackage("dev.weir.io.disk")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.weir.io")
                .check(IO);
    }

    @Test
    void theNetworkUsesWhatWaitsForDisksOnly() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.weir.io")
                .check(NET);
    }

    @Test
    void rsocketStandsOnWhatTheNetworkShows() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify..",
                        FACADE,
                        "dev.weir.net",
                        "dev.weir.net.http",
                        "dev.weir.net.link",
                        "dev.weir.net.tcp",
                        "dev.weir.net.websocket",
                        "dev.weir.rsocket..")
                .check(RSOCKET);
    }

    @Test
    void theRoomsOfRsocketKnowEachOtherOneWay() {
        slices().matching("dev.weir.rsocket.(*)..").should().beFreeOfCycles().check(RSOCKET);
    }

    /** What a connection does, and what is in its metadata, is the same whoever asks. */
    @Test
    void theInsidesOfRsocketDoNotKnowItsFace() {
        noClasses()
                .that()
                .resideInAPackage("dev.weir.rsocket.*..")
                .should()
                .dependOnClassesThat(
                        describe(
                                "are what people use",
                                type -> type.getPackageName().equals("dev.weir.rsocket")
                                        && !type.getName()
                                                .matches(
                                                        "dev\\.weir\\.rsocket\\.(RSocketException.*|Setup|Lease|LeasePolicy.*)")))
                .check(RSOCKET);
    }

    @Test
    void queriesNeedTheJdkAndCoreOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "javax.sql..", "org.jspecify..", FACADE, "dev.weir.sql..")
                .check(SQL);
    }

    @Test
    void theRoomsOfQueriesKnowEachOtherOneWay() {
        slices().matching("dev.weir.sql.(*)..").should().beFreeOfCycles().check(SQL);
    }

    @Test
    void theInsidesOfQueriesDoNotKnowWhoMakesThem() {
        noClasses()
                .that()
                .resideInAPackage("dev.weir.sql.*..")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("dev\\.weir\\.sql\\.(Db|Query)")
                .check(SQL);
    }

    @Test
    void driversOfPostgresAreUsedByTheirRoomsAndByDialersOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.weir.postgres.pipe", "dev.weir.postgres.copy")
                .and()
                .haveSimpleNameNotContaining("Dialer")
                .and()
                .haveNameNotMatching(".*Dialer\\$.*")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.vertx..", "io.netty..", "org.postgresql..")
                .check(POSTGRES);
    }

    private static List<String> exported(Class<?> member) {
        return ModuleClasses.of(member).descriptor().exports().stream()
                .filter(export -> !export.isQualified())
                .map(export -> export.source())
                .toList();
    }
}
