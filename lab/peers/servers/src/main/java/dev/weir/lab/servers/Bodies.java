package dev.weir.lab.servers;

/** Large bodies: a file at {@code /file}, and pieces made as they are asked for at {@code /generated}. */
final class Bodies {
    static final String TYPE = "application/octet-stream";
    static final int PIECE = 16 * 1024;

    private Bodies() {}

    /** Of the file's path. */
    static boolean isFile(String path) {
        return path.startsWith("/file");
    }

    /** The next piece of a body, of which that many bytes are left. */
    static byte[] piece(long left) {
        return new byte[(int) Math.min(PIECE, left)];
    }

    static int pieces(long size) {
        return Math.toIntExact(Math.ceilDiv(size, PIECE));
    }

    /** The piece of that index. */
    static byte[] piece(int index, long size) {
        return piece(size - (long) index * PIECE);
    }
}
