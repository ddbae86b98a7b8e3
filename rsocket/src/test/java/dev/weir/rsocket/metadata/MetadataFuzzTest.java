package dev.weir.rsocket.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.rsocket.Fuzz;
import dev.weir.rsocket.metadata.Tracing.Ids;
import dev.weir.rsocket.metadata.Tracing.Sampling;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MetadataFuzzTest {
    private static final List<Metadata.Reader<? extends Metadata>> READERS = List.of(
            CompositeMetadata::read,
            Routing::read,
            Authentication::read,
            Tracing::read,
            DataType::read,
            AcceptTypes::read);

    private static Metadata metadata(Random random, int kind) {
        return switch (kind) {
            case 0 -> {
                Metadata[] parts = new Metadata[random.nextInt(5)];
                for (int i = 0; i < parts.length; i++) {
                    Metadata part = Fuzz.chance(random, 6)
                            ? metadata(random, 0)
                            : metadata(random, 1 + random.nextInt(READERS.size() - 1));
                    parts[i] = Fuzz.chance(random, 3) ? Metadata.of(name(random), part.bytes()) : part;
                }
                yield CompositeMetadata.of(parts);
            }
            case 1 -> {
                List<String> tags = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    tags.add(Fuzz.text(random, 60));
                }
                yield new Routing(tags);
            }
            case 2 ->
                switch (random.nextInt(3)) {
                    case 0 -> Authentication.simple(Fuzz.text(random, 300), Fuzz.text(random, 20));
                    case 1 -> Authentication.bearer(Fuzz.text(random, 300));
                    default ->
                        new Authentication.Other(
                                "x" + name(random).substring(1),
                                ByteBuffer.wrap(Fuzz.random(random, random.nextInt(20))));
                };
            case 3 ->
                new Tracing(
                        Fuzz.any(random, Sampling.values()),
                        Fuzz.chance(random, 4)
                                ? null
                                : new Ids(
                                        Fuzz.any(random, 0L, -1L, random.nextLong()),
                                        random.nextLong(),
                                        random.nextLong(),
                                        Fuzz.any(random, 0L, -1L, random.nextLong())));
            case 4 -> new DataType(name(random));
            default -> {
                List<String> types = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    types.add(name(random));
                }
                yield new AcceptTypes(types);
            }
        };
    }

    private static String name(Random random) {
        return Fuzz.any(
                random,
                "application/json",
                Routing.TYPE,
                "a/b",
                "a",
                "x/" + "y".repeat(random.nextInt(127)),
                "!~" + "z".repeat(126));
    }

    private static byte[] copy(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(bytes.position(), copy);
        return copy;
    }

    @Test
    void whatIsWrittenIsRead() {
        Fuzz.run(20_000, random -> {
            int kind = random.nextInt(READERS.size());
            Metadata value = metadata(random, kind);
            ByteBuffer bytes = value.bytes();
            assertEquals(value, READERS.get(kind).read(bytes));
            assertEquals(0, bytes.position());
        });
    }

    /** It is refused, or has a meaning that is written and read alike. */
    @Test
    void whatIsMalformedHasOneMeaningOrNone() {
        Fuzz.run(50_000, random -> {
            int kind = random.nextInt(READERS.size());
            byte[] bytes = Fuzz.mutated(random, copy(metadata(random, kind).bytes()));
            Metadata read;
            try {
                read = READERS.get(kind).read(ByteBuffer.wrap(bytes));
            } catch (MetadataException refused) {
                return;
            }
            assertEquals(
                    read,
                    READERS.get(kind).read(read.bytes()),
                    () -> HexFormat.of().formatHex(bytes));
        });
    }
}
