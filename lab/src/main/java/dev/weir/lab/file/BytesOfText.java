package dev.weir.lab.file;

import dev.weir.io.FileSource;
import dev.weir.lab.sync.Actors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.pekko.stream.javadsl.FileIO;
import org.openjdk.jmh.annotations.Benchmark;

/** All bytes, counted. */
public class BytesOfText extends OfText {
    private static final int BUFFER = 64 * 1024;

    @Override
    protected long found(Path file) throws IOException {
        return Files.size(file);
    }

    @Benchmark
    public long weir() {
        return checked(FileSource.of(text)
                .bytes()
                .reduce(() -> 0L, (sum, bytes) -> sum + bytes.remaining())
                .await());
    }

    @Benchmark
    public long pekko(Actors actors) {
        return checked(FileIO.fromPath(text, BUFFER)
                .runFold(0L, (sum, bytes) -> sum + bytes.size(), actors.system)
                .toCompletableFuture()
                .join());
    }

    @Benchmark
    public long loop() throws IOException {
        long sum = 0;
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
        try (FileChannel channel = FileChannel.open(text)) {
            for (int read = channel.read(buffer); read >= 0; read = channel.read(buffer.clear())) {
                sum += read;
            }
        }
        return checked(sum);
    }
}
