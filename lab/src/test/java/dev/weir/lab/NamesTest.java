package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NamesTest {
    @Test
    void namesRowsByClassesAndImplementationsByMethods() {
        assertEquals("many map to one", Names.row("dev.weir.lab.rebls.ManyMapToOne.weir"));
        assertEquals("weir", Names.method("dev.weir.lab.rebls.ManyMapToOne.weir"));
    }

    @Test
    void tellsKindsOfImplementations() {
        assertEquals(Impl.Kind.OURS, Impl.of("weir").kind());
        assertEquals(Impl.Kind.PEER, Impl.of("pekko").kind());
        assertEquals(Impl.Kind.BASELINE, Impl.of("parallel").kind());
        assertEquals("parallel streams", Impl.of("parallel").name());
        assertEquals(Impl.Kind.ASIDE, Impl.of("reactorUnrequested").kind());
        assertEquals(Impl.Kind.ASIDE, Impl.kindOf("weir flatMap"));
        assertEquals("weir", Impl.libraryOf(Impl.of(Impl.CARRIED).name()));
    }
}
