package dev.weir.postgres.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Who runs the server: whoever runs this, but nobody in place of root. */
record Account(boolean isRoot, boolean hasSetpriv, boolean hasSetsid) {
    private static final int NOBODY = 65_534;

    static Account current() {
        boolean root = "root".equals(System.getProperty("user.name"));
        boolean setpriv = Programs.onPath("setpriv") != null;
        if (root && !setpriv) {
            throw new IllegalStateException(
                    "PostgreSQL does not run as root, and there is no setpriv (of util-linux) to run"
                            + " it as somebody else: install it, or run this as another user");
        }
        return new Account(root, setpriv, Programs.onPath("setsid") != null);
    }

    /** The command, as the user. */
    List<String> command(List<String> command) {
        if (!isRoot) {
            return command;
        }
        return prefixed(command, "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
    }

    /**
     * The command, as the user, told to end when its parent ends, where that can be; a terminal's Ctrl-C is for the parent
     * alone.
     */
    List<String> childCommand(List<String> command) {
        List<String> alone = hasSetsid ? with(command, "setsid") : command;
        if (!hasSetpriv) {
            return alone;
        }
        return isRoot
                ? prefixed(alone, "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--pdeathsig=INT")
                : prefixed(alone, "--pdeathsig=INT");
    }

    private static List<String> prefixed(List<String> command, String... options) {
        List<String> setpriv = new ArrayList<>(List.of("setpriv"));
        setpriv.addAll(List.of(options));
        setpriv.add("--");
        return with(command, setpriv.toArray(String[]::new));
    }

    private static List<String> with(List<String> command, String... before) {
        List<String> all = new ArrayList<>(List.of(before));
        all.addAll(command);
        return all;
    }

    /** Makes a folder the user's. */
    void own(Path folder) throws IOException {
        if (isRoot) {
            Files.setAttribute(folder, "unix:uid", NOBODY);
            Files.setAttribute(folder, "unix:gid", NOBODY);
        }
    }
}
