package dev.weir.proofs;

import dev.weir.Items;
import dev.weir.Many;
import dev.weir.One;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.varhandle.unpadded.SpmcVarHandleUnpaddedArrayQueue;

/** An application that is loaded by a loader of its own, with the library or without, and can go again. */
public final class Reloaded implements Runnable {
    private static final int OFTEN = 100;

    /** Loads this class once more. */
    static ClassLoader loader() {
        return new ClassLoader(Reloaded.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                return name.equals(Reloaded.class.getName()) ? own(name) : super.loadClass(name, resolve);
            }

            private Class<?> own(String name) throws ClassNotFoundException {
                try (InputStream file = Reloaded.class.getResourceAsStream("Reloaded.class")) {
                    byte[] bytes = Objects.requireNonNull(file).readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        };
    }

    /** Loads this class once more, and the library, too. */
    static URLClassLoader loaderWithLibrary() {
        URL[] locations = Stream.of(
                        Reloaded.class, Many.class, MessagePassingQueue.class, SpmcVarHandleUnpaddedArrayQueue.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .toArray(URL[]::new);
        return new URLClassLoader(locations, ClassLoader.getPlatformClassLoader());
    }

    @Override
    public void run() {
        useLambdas();
        useTheJdk();
        useTime();
        useThreads();
    }

    private static void useLambdas() {
        Many.range(0, OFTEN)
                .map(i -> i + 1)
                .filter(i -> i % 2 == 0)
                .flatMap(i -> Many.of(i, i))
                .take(OFTEN / 2)
                .forEach(i -> {})
                .await();
        One<Integer> one = One.supply(() -> 1).map(i -> i + 1);
        for (int i = 0; i < OFTEN; i++) {
            Integer _ = one.await();
        }
    }

    private static void useTheJdk() {
        Many<Integer> many = Many.range(0, OFTEN).map(Function.identity()).filter(Predicate.not(Objects::isNull));
        List<Integer> _ = many.toList().await();
        Long _ = many.named("numbers").collect(Collectors.counting()).await();
        Map<Boolean, List<Integer>> _ = many.collect(Collectors.partitioningBy(i -> i > 1))
                .named("parts")
                .await();
        One<String> one =
                One.of(1).map(String::valueOf).map(Function.identity()).named("text");
        for (int i = 0; i < OFTEN; i++) {
            String _ = one.await();
        }
    }

    private static void useTime() {
        Duration soon = Duration.ofNanos(1);
        Object _ = One.timer(soon).timeout(Duration.ofHours(1)).named("timer").await();
        Long _ = Many.interval(soon).take(2).delay(soon).count().await();
        Integer _ = One.of(1).cache(Duration.ofHours(1)).await();
        One.never().timeout(Duration.ofHours(1)).subscribe().cancel();
    }

    private static void useThreads() {
        Integer _ = One.blocking(() -> 1).await();
        Long _ = Many.range(0, OFTEN)
                .mapBlocking(2, i -> i)
                .publishOn(Thread::startVirtualThread)
                .share()
                .count()
                .await();
        try (Items<Integer> items = Many.<Integer>generate(out -> out.emit(1)).iterate()) {
            items.forEach(item -> {});
        }
    }
}
