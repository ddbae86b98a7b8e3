package dev.weir.lab.neutral;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** The tests of a verification of the Reactive Streams TCK, each on a new one. */
final class Tck {
    // those that check nothing, and those for publishers that fail or refuse
    private static final String SKIPPED = ".*(untested_|spec104|mayRejectCallsToSubscribe).*";

    private Tck() {}

    static TestEnvironment environment() {
        return new TestEnvironment(2_000, 20, 20);
    }

    static Stream<DynamicTest> tests(Supplier<?> verifications) {
        return Arrays.stream(verifications.get().getClass().getMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .filter(method -> !method.getName().matches(SKIPPED))
                .map(method -> DynamicTest.dynamicTest(method.getName(), () -> run(verifications.get(), method)));
    }

    private static void run(Object verification, Method test) throws Throwable {
        try {
            invokeAll(verification, BeforeClass.class);
            invokeAll(verification, BeforeMethod.class);
            test.invoke(verification);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof SkipException skipped) {
                throw new TestAbortedException(skipped.getMessage(), skipped);
            }
            throw thrown.getCause();
        } finally {
            invokeAll(verification, AfterClass.class);
        }
    }

    private static void invokeAll(Object verification, Class<? extends Annotation> annotation)
            throws ReflectiveOperationException {
        for (Method method : verification.getClass().getMethods()) {
            if (method.isAnnotationPresent(annotation)) {
                method.invoke(verification);
            }
        }
    }
}
