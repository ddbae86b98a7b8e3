package dev.weir.lab;

import dev.weir.lab.crowded.Row;
import java.util.List;
import java.util.Map;

/** Everything that can be measured. */
final class Suites {
    static final List<Suite> ALL = List.of(
            new JmhSuite("rebls", Suites::rebls),
            new JmhSuite("sync", Suites::sync),
            new JmhSuite("crowded", Suites::crowded),
            new Footprint(),
            new JmhSuite("vthreads", Suites::vthreads),
            new C10k(),
            new Ramp(),
            new Streaming());

    private Suites() {}

    static List<String> names() {
        return ALL.stream().map(Suite::name).toList();
    }

    static Suite named(String name) {
        return ALL.stream()
                .filter(suite -> suite.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<Jmh> rebls(Settings settings) {
        return List.of(
                new Jmh("rebls", "rebls\\.(One|Many)\\w*", throughput(settings), Map.of(), Map.of()),
                new Jmh(
                        "rebls",
                        "rebls\\.(File|Http)\\w*",
                        Shape.singleShot(settings.quick()),
                        Map.of(),
                        Map.of("weir.lab.text", settings.text().toString(), "weir.lab.url", settings.url())));
    }

    private static List<Jmh> sync(Settings settings) {
        Map<String, String[]> sizes = settings.quick() ? Map.of("items", new String[] {"1000"}) : Map.of();
        return List.of(new Jmh("sync", "sync\\.\\w*", throughput(settings), sizes, Map.of()));
    }

    private static List<Jmh> crowded(Settings settings) {
        Shape shape = throughput(settings).crowded();
        Map<String, String> properties = Map.of(Row.CROWDED, "true");
        Jmh streams = new Jmh("crowded", "rebls\\.(One|Many)\\w*", shape, Map.of(), properties);
        Jmh ranges = new Jmh("crowded", "sync\\.Range\\w*", shape, Map.of(), properties);
        Jmh sums = new Jmh("crowded", "crowded\\.\\w*", shape, Map.of(), properties);
        return settings.quick() ? List.of(streams, sums) : List.of(streams, ranges, sums);
    }

    private static List<Jmh> vthreads(Settings settings) {
        List<Jmh.Extra> besides = List.of(new Jmh.Extra("gc.alloc.rate.norm", "memory", "bytes allocated per run"));
        return List.of(new Jmh("vthreads", "vthreads\\.\\w*", throughput(settings), Map.of(), Map.of(), besides));
    }

    private static Shape throughput(Settings settings) {
        return Shape.throughput(settings.quick());
    }
}
