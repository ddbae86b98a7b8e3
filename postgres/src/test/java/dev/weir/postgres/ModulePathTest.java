package dev.weir.postgres;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a program has that is started on the module path, and requires this module. */
class ModulePathTest {
    private static Configuration resolved() {
        Path[] all = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::exists)
                .toArray(Path[]::new);
        return ModuleLayer.boot()
                .configuration()
                .resolve(ModuleFinder.of(all), ModuleFinder.of(), Set.of("dev.weir.postgres"));
    }

    /** Its driver does without, and then can't log in by password. */
    @Test
    void scramIsThere() {
        assertTrue(resolved().findModule("com.ongres.scram.client").isPresent());
    }
}
