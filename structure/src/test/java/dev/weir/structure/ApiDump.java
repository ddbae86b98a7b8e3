package dev.weir.structure;

import dev.weir.proofs.ModuleClasses;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What users of a module can see: one line for each public or protected type and member of its exported packages. */
final class ApiDump {
    private ApiDump() {}

    static String of(ModuleClasses module) {
        Set<String> exported = module.descriptor().exports().stream()
                .filter(export -> !export.isQualified()) // those are among ourselves
                .map(export -> export.source())
                .collect(Collectors.toSet());
        return module.loaded().stream()
                .filter(type -> exported.contains(type.getPackageName()) && isVisible(type))
                .map(ApiDump::describe)
                .collect(Collectors.joining("\n"));
    }

    private static boolean isVisible(Class<?> type) {
        return isVisible(type.getModifiers())
                && !type.isAnonymousClass()
                && (type.getEnclosingClass() == null || isVisible(type.getEnclosingClass()));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String describe(Class<?> type) {
        List<String> lines = new ArrayList<>();
        lines.add(type.toGenericString() + ancestors(type));
        lines.addAll(members(type.getDeclaredFields(), Field::toGenericString));
        lines.addAll(members(type.getDeclaredConstructors(), Constructor::toGenericString));
        lines.addAll(members(type.getDeclaredMethods(), Method::toGenericString));
        return String.join("\n    ", lines) + "\n";
    }

    private static String ancestors(Class<?> type) {
        Type superclass = type.getGenericSuperclass();
        String extended =
                superclass == null || superclass == Object.class ? "" : " extends " + superclass.getTypeName();
        List<String> interfaces = Arrays.stream(type.getGenericInterfaces())
                .map(Type::getTypeName)
                .toList();
        return extended + (interfaces.isEmpty() ? "" : " implements " + String.join(", ", interfaces));
    }

    private static <M extends AccessibleObject & Member> List<String> members(
            M[] members, Function<M, String> description) {
        return Stream.of(members)
                .filter(member -> isVisible(member.getModifiers()) && !member.isSynthetic())
                .sorted(Comparator.<M, String>comparing(Member::getName).thenComparing(description))
                .map(member -> shortened(description.apply(member), member))
                .toList();
    }

    private static <M extends AccessibleObject & Member> String shortened(String description, M member) {
        String text = description
                .replace(member.getDeclaringClass().getName() + "." + member.getName(), member.getName())
                .replace("java.lang.", "");
        return member.isAnnotationPresent(Deprecated.class) ? "deprecated " + text : text;
    }
}
