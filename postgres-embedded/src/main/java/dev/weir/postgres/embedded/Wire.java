package dev.weir.postgres.embedded;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** So much of the protocol as it takes to run a statement: PostgreSQL 18, 54.2.1 and 54.2.2. */
final class Wire {
    private static final int TIMEOUT_MS = 60_000;
    private static final int PROTOCOL_3 = 3 << 16;

    private Wire() {}

    static void execute(int port, String database, String sql) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MS);
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            byte[] startUp = text("user", "postgres", "database", database, "");
            out.writeInt(8 + startUp.length);
            out.writeInt(PROTOCOL_3);
            out.write(startUp);
            awaitReady(in);
            byte[] query = text(sql);
            out.writeByte('Q');
            out.writeInt(4 + query.length);
            out.write(query);
            awaitReady(in);
        }
    }

    private static byte[] text(String... strings) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String string : strings) {
            bytes.writeBytes(string.getBytes(StandardCharsets.UTF_8));
            bytes.write(0);
        }
        return bytes.toByteArray();
    }

    private static void awaitReady(DataInputStream in) throws IOException {
        String error = "";
        while (true) {
            int type = in.readUnsignedByte();
            byte[] body = in.readNBytes(in.readInt() - 4);
            if (type == 'E') {
                error = messageOf(body);
                if (error.startsWith("FATAL")) {
                    throw new IllegalStateException("the embedded PostgreSQL says: " + error);
                }
            } else if (type == 'Z') {
                if (!error.isEmpty()) {
                    throw new IllegalStateException("the embedded PostgreSQL says: " + error);
                }
                return;
            }
        }
    }

    /** The severity and the message of an error, whose fields are each a letter and a text. */
    private static String messageOf(byte[] fields) {
        String severity = "";
        String message = "";
        for (String field : new String(fields, StandardCharsets.UTF_8).split("\0", -1)) {
            if (field.startsWith("S")) {
                severity = field.substring(1);
            } else if (field.startsWith("M")) {
                message = field.substring(1);
            }
        }
        return severity + ": " + message;
    }
}
