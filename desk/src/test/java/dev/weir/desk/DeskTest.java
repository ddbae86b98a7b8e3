package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeskTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1:80",
        "0.0.0.0, localhost:80 (all addresses)",
        "::, localhost:80 (all addresses)",
        "::1, [::1]:80",
        "fd00:0:0:0:1:2:3:4, [fd00::1:2:3:4]:80",
        "1:2:3:4:5:6:7:8, [1:2:3:4:5:6:7:8]:80",
    })
    void writesAddressesAsOneTypesThem(String address, String text) {
        assertEquals(text, Desk.text(new InetSocketAddress(address, 80)));
    }
}
