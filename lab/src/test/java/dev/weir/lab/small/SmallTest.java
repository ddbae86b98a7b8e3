package dev.weir.lab.small;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

class SmallTest {
    /** Gives something else than it should. */
    static class Wrong extends Small {
        @Override
        protected Object expected() {
            return 1;
        }

        public int weir() {
            return 2;
        }
    }

    @Test
    void noticesAWrongResult() {
        IllegalStateException failure = assertThrows(IllegalStateException.class, () -> new Wrong().check("weir"));
        assertEquals("weir gives 2 instead of 1", failure.getMessage());
    }

    @TestFactory
    Stream<DynamicTest> eachImplementationGivesWhatItsRowExpects() throws ReflectiveOperationException {
        List<Class<?>> rows = rows();
        assertTrue(rows.size() > 80, rows::toString);
        return rows.stream()
                .flatMap(row -> Stream.of(row.getMethods())
                        .filter(method -> method.isAnnotationPresent(Benchmark.class))
                        .map(method -> DynamicTest.dynamicTest(
                                row.getSimpleName() + "." + method.getName(), () -> check(row, method))));
    }

    private static List<Class<?>> rows() throws ClassNotFoundException {
        List<String> names = BenchmarkList.defaultList()
                .find(
                        OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                        List.of(".*"),
                        List.of())
                .stream()
                .map(entry -> entry.getUserClassQName())
                .filter(name -> name.matches("dev\\.weir\\.lab\\.(small|operators)\\..*"))
                .distinct()
                .toList();
        List<Class<?>> rows = new ArrayList<>();
        for (String name : names) {
            rows.add(Class.forName(name));
        }
        return rows;
    }

    private static void check(Class<?> type, Method method) throws ReflectiveOperationException {
        List<Field> params = Stream.of(type.getFields())
                .filter(field -> field.isAnnotationPresent(Param.class))
                .toList();
        assertTrue(params.size() <= 1, "this test combines no parameters");
        List<String> values = params.isEmpty()
                ? List.of("")
                : List.of(params.getFirst().getAnnotation(Param.class).value());
        for (String value : values) {
            Small row = (Small) type.getConstructor().newInstance();
            if (!params.isEmpty()) {
                params.getFirst().set(row, params.getFirst().getType() == int.class ? Integer.valueOf(value) : value);
            }
            row.prepare();
            row.check(method.getName());
        }
    }
}
