package dev.weir.rsocket.raw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.rsocket.raw.Trial.Side;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** M56 to M58: metadata of the connection, and extensions. */
class PushRulesTest {
    @ParameterizedTest
    @EnumSource
    void m56MetadataIsPushedOnNoStream(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            subject.metadataPush("pushed");
            assertEquals("0 METADATA_PUSH M pushed|", peer.next());
            peer.send(RawFrame.metadataPush("back"));
            assertEquals("push back", subject.heard());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m57PushedMetadataHasNoLength(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            subject.metadataPush("x");
            assertEquals(1, peer.read().body().length);
            peer.send(RawFrame.metadataPush("\0\0\1"));
            assertEquals("push \0\0\1", subject.heard());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m58ExtensionsThatMayBeIgnoredAre(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            peer.send(RawFrame.extension(RawFrame.IGNORE, 77), RawFrame.extension(RawFrame.IGNORE, 0));
            assertEquals(List.of(), peer.settled());
        });
    }

    /** An extension that may not be ignored ends the connection, or is ignored all the same. */
    @ParameterizedTest
    @EnumSource
    void m58OtherExtensionsMayEndTheConnection(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            peer.send(RawFrame.extension(0, 77));
            List<String> said = peer.settled();
            assertTrue(said.isEmpty() || said.getFirst().startsWith("0 ERROR 101"), said::toString);
        });
    }
}
