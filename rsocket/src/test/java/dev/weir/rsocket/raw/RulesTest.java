package dev.weir.rsocket.raw;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.rsocket.raw.Trial.Side;
import java.lang.reflect.Method;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * That each rule of the protocol is tried in each role that it is for. A test is named after its rules, as in {@code
 * m24m27ClientBeginsWithItsSetup}; one that has parameters is of both roles. The rules are what the specification of RSocket
 * 1.0 says with MUST, in its order: M1 to M84.
 */
class RulesTest {
    private static final List<Class<?>> TESTS = List.of(
            FrameRulesTest.class,
            StreamIdRulesTest.class,
            SetupRulesTest.class,
            ErrorRulesTest.class,
            LeaseRulesTest.class,
            KeepaliveRulesTest.class,
            RequestRulesTest.class,
            PushRulesTest.class,
            FragmentRulesTest.class,
            ResumeRulesTest.class,
            LenienceRulesTest.class);

    private static final Set<Integer> OF_SERVERS = Set.of(12, 20, 23, 25, 28, 36, 37, 70, 71, 80, 81);
    private static final Set<Integer> OF_CLIENTS = Set.of(11, 24, 27, 35, 38, 44, 61, 63, 64, 65, 66, 82, 83);

    private static final Pattern NAME = Pattern.compile("((?:m\\d+)+)(Server|Client)?.*");

    private static Map<Side, Set<Integer>> tried() {
        Map<Side, Set<Integer>> tried =
                new EnumMap<>(Map.of(Side.SERVER, new TreeSet<>(), Side.CLIENT, new TreeSet<>()));
        for (Class<?> tests : TESTS) {
            for (Method test : tests.getDeclaredMethods()) {
                Matcher name = NAME.matcher(test.getName());
                if (name.matches()) {
                    Set<Integer> rules = Stream.of(name.group(1).substring(1).split("m"))
                            .map(Integer::valueOf)
                            .collect(Collectors.toSet());
                    sides(test, name.group(2)).forEach(side -> tried.get(side).addAll(rules));
                }
            }
        }
        return tried;
    }

    private static Set<Side> sides(Method test, String named) {
        if (test.isAnnotationPresent(ParameterizedTest.class)) {
            return EnumSet.allOf(Side.class);
        }
        return named == null || !test.isAnnotationPresent(Test.class)
                ? EnumSet.noneOf(Side.class)
                : EnumSet.of(named.equals("Server") ? Side.SERVER : Side.CLIENT);
    }

    private static Set<Integer> all(Set<Integer> ofTheOther) {
        return IntStream.rangeClosed(1, 84)
                .boxed()
                .filter(rule -> !ofTheOther.contains(rule))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void eachRuleIsTriedInEachRoleThatItIsFor() {
        assertEquals(Map.of(Side.SERVER, all(OF_CLIENTS), Side.CLIENT, all(OF_SERVERS)), tried());
    }
}
