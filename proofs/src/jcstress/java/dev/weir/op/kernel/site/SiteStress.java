package dev.weir.op.kernel.site;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.lang.invoke.MethodHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A place has one copy of each class, whoever asks first. */
public final class SiteStress {
    private SiteStress() {}

    private static final class First {}

    private static final class Second {}

    @JCStressTest
    @State
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "the same for both")
    public static class AskVersusAsk {
        private final Site site = new Site(Object.class); // as of a place that nobody has seen yet
        private MethodHandle first;
        private MethodHandle second;
        private MethodHandle othersFirst;
        private MethodHandle othersSecond;

        @Actor
        public void one() {
            first = site.maker(First.class);
            second = site.maker(Second.class);
        }

        @Actor
        public void other() {
            othersSecond = site.maker(Second.class);
            othersFirst = site.maker(First.class);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = first == othersFirst && second == othersSecond;
            result.r2 = first != second || first == null; // so many copies that there are no more
        }
    }
}
