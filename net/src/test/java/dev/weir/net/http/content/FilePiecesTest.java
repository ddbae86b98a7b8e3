package dev.weir.net.http.content;

import dev.weir.testkit.Probe;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilePiecesTest {
    @TempDir
    private Path folder;

    /** Who asks piece by piece would send the end later: a server that counts has answered by then. */
    @ParameterizedTest
    @CsvSource({"1,1", "65536,1", "65537,2"})
    void theEndComesBehindTheLastPieceUnasked(int size, int pieces) throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[size]);
        Probe<ByteBuffer> probe = Probe.subscribeTo(FilePieces.of(file, null, 0, size), pieces);
        probe.awaitEnd().assertItemCount(pieces).assertCompleted();
    }
}
