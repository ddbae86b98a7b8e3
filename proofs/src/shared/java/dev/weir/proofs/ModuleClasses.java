package dev.weir.proofs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;

/** The compiled classes of one of our modules, in a folder or a jar. */
public final class ModuleClasses {
    private final ModuleReference module;

    private ModuleClasses(Path location) {
        this.module = ModuleFinder.of(location).findAll().iterator().next();
    }

    /** The module that the class belongs to. */
    public static ModuleClasses of(Class<?> member) {
        try {
            return new ModuleClasses(Path.of(
                    member.getProtectionDomain().getCodeSource().getLocation().toURI()));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    public ModuleDescriptor descriptor() {
        return module.descriptor();
    }

    /** All classes, loaded but not initialized, sorted by name. */
    public List<Class<?>> loaded() {
        return each((reader, file) -> load(file));
    }

    /** All class files, sorted by name. */
    public List<ClassModel> parsed() {
        return each(ModuleClasses::parse);
    }

    private <R> List<R> each(BiFunction<ModuleReader, String, R> function) {
        try (ModuleReader reader = module.open()) {
            return reader.list()
                    .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
                    .map(file -> file.substring(0, file.length() - ".class".length()))
                    .sorted()
                    .map(name -> function.apply(reader, name))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Class<?> load(String internalName) {
        try {
            return Class.forName(internalName.replace('/', '.'), false, ModuleClasses.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ClassModel parse(ModuleReader reader, String internalName) {
        try {
            ByteBuffer bytes = reader.read(internalName + ".class").orElseThrow();
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            reader.release(bytes);
            return ClassFile.of().parse(copy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
