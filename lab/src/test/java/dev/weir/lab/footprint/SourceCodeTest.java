package dev.weir.lab.footprint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SourceCodeTest {
    @Test
    void countsLinesThatAreNeitherBlankNorComments() {
        String text = """
            /* A comment:
             * if (this) counts
             */

            class A { // while (not)
                String s = "// for (ever) \\" || \\"";
                char c = '"';
            }
            """;
        assertEquals(new SourceCode(1, 4, 0), SourceCode.ofFile(text));
    }

    @Test
    void countsBranchesAndConditions() {
        String text = """
            if (a && b || c == d) {
                for (;;) {}
            } else {
                while(x != y) {}
            }
            switch (iffy) {}
            """;
        assertEquals(new SourceCode(1, 6, 9), SourceCode.ofFile(text));
    }
}
