package dev.weir.testkit;

import dev.weir.Many;
import dev.weir.testkit.Fault.Mode;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** All cases in which a function of one operator fails. */
final class FunctionMatrix<R> {
    private final BiFunction<Many<Integer>, Fault, Many<R>> operator;
    private final Set<Exemption> exempt;

    FunctionMatrix(BiFunction<Many<Integer>, Fault, Many<R>> operator, Set<Exemption> exempt) {
        this.operator = operator;
        this.exempt = exempt;
    }

    void check() {
        Set<Mode> modes = EnumSet.of(Mode.THROWS, Mode.THROWS_ERROR, Mode.RETURNS_NULL);
        if (exempt.contains(Exemption.NULL_ALLOWED)) {
            modes.remove(Mode.RETURNS_NULL);
        }
        Outcome healthy =
                run(Pace.REQUESTER, Demand.UNBOUNDED, new Fault(Mode.NONE, 0)).outcome();
        for (Mode mode : modes) {
            for (int item : List.of(0, 2)) {
                for (Pace pace : Pace.playing(Script.FEW)) {
                    for (Demand demand : Demand.values()) {
                        check(run(pace, demand, new Fault(mode, item)), mode, healthy);
                    }
                }
            }
        }
    }

    private void check(LawRun<R> run, Mode mode, Outcome healthy) {
        LawCheck check = new LawCheck(run, exempt).keepsRules(1).ends();
        if (mode == Mode.RETURNS_NULL) {
            check.failsOfNull();
        } else {
            check.fails();
        }
        check.saysWhere(Where.fileOf(operator)).beginsLike(healthy);
    }

    private LawRun<R> run(Pace pace, Demand demand, Fault fault) {
        Fixture<R> fixture = new Fixture<>(
                pace, Script.FEW, (many, time) -> operator.apply(many, fault), exempt.contains(Exemption.ASYNCHRONOUS));
        String source = pace.words + ": " + Script.FEW.words + "; " + fault;
        return fixture.run(new LawCase(source, demand, Cancel.NEVER));
    }
}
