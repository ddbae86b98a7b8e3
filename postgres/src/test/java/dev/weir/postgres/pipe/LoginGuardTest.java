package dev.weir.postgres.pipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a server may want the password hashed. */
class LoginGuardTest {
    private static final int OK = 0;
    private static final int SASL = 10;
    private static final int SASL_CONTINUE = 11;

    private final EmbeddedChannel channel = new EmbeddedChannel(new LoginGuard.Rounds());

    private static byte[] message(char type, byte... body) {
        return ByteBuffer.allocate(5 + body.length)
                .put((byte) type)
                .putInt(4 + body.length)
                .put(body)
                .array();
    }

    private static byte[] authentication(int kind, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return message(
                'R',
                ByteBuffer.allocate(4 + bytes.length).putInt(kind).put(bytes).array());
    }

    private static byte[] asking(String rounds) {
        return authentication(SASL_CONTINUE, "r=abc,s=c2FsdA==,i=" + rounds);
    }

    private void comes(byte[]... messages) {
        channel.writeInbound(Unpooled.wrappedBuffer(messages));
    }

    private byte[] passed() {
        ByteBuf all = Unpooled.buffer();
        for (ByteBuf part = channel.readInbound(); part != null; part = channel.readInbound()) {
            all.writeBytes(part);
            part.release();
        }
        byte[] bytes = ByteBufUtil.getBytes(all);
        all.release();
        return bytes;
    }

    private void assertRefused(byte[]... messages) {
        byte[] _ = passed();
        IOException why = assertThrows(IOException.class, () -> {
            comes(messages);
            channel.checkException();
        });
        assertNotNull(why.getMessage());
        assertFalse(channel.isOpen());
        assertEquals(0, passed().length, "the driver has nothing of it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "4096", "600000", "1000000"})
    void whatServersWantPasses(String rounds) {
        comes(authentication(SASL, "SCRAM-SHA-256\0\0"));
        comes(asking(rounds));
        assertTrue(passed().length > 0);
        assertTrue(channel.isOpen());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1000001", "2147483647", "99999999999999999999", "+2147483647", "\u0661", "0", "-1", "", "9e9"})
    void whatNobodyNeedsIsRefused(String rounds) {
        assertRefused(asking(rounds));
    }

    @Test
    void itIsFoundWhereverItStands() {
        comes(authentication(SASL, "SCRAM-SHA-256\0\0"), message('S', new byte[300]), asking("4096"));
        assertRefused(message('N', new byte[70_000]), authentication(OK, ""), asking("1000001"));
    }

    @Test
    void itIsFoundHoweverItComes() {
        byte[] large = asking("1000001");
        for (int i = 0; i < large.length - 1; i++) {
            comes(new byte[] {large[i]});
        }
        assertEquals(large.length - 1, passed().length);
        assertTrue(channel.isOpen());
        assertRefused(new byte[] {large[large.length - 1]});
    }

    @Test
    void impossibleLengthsAreRefused() {
        assertRefused(new byte[] {'R', 0, 0, 0, 3});
        EmbeddedChannel other = new EmbeddedChannel(new LoginGuard.Rounds());
        assertThrows(IOException.class, () -> other.writeInbound(Unpooled.wrappedBuffer(new byte[] {'R', 0, 1, 0, 0})));
        other.finishAndReleaseAll();
    }

    @Test
    void whatComesAfterTheLoginIsNotLookedAt() {
        byte[] ready = message('Z', (byte) 'I');
        comes(authentication(OK, ""), ready, asking("1000001"));
        assertNull(channel.pipeline().get(LoginGuard.Rounds.class));
        assertTrue(channel.isOpen());
        assertTrue(passed().length > 0);
    }
}
