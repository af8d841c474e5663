package org.rowmark.databases.support.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** Names of what binaries are built for, such as {@code linux-amd64}, {@code linux-musl-amd64}, {@code macos-arm64}. */
final class Platforms {
    private static final Path MAPPED_FILES = Path.of("/proc/self/maps");

    private Platforms() {}

    static String here() {
        return named(System.getProperty("os.name"), System.getProperty("os.arch"), usesMusl());
    }

    static String named(String system, String architecture, boolean musl) {
        String lower = system.toLowerCase(Locale.ROOT);
        String os = lower.startsWith("windows")
                ? "windows"
                : lower.startsWith("mac") ? "macos" : lower.replace(' ', '-') + (musl ? "-musl" : "");
        return os + "-"
                + switch (architecture) {
                    case "amd64", "x86_64" -> "amd64";
                    case "aarch64" -> "arm64";
                    default -> architecture;
                };
    }

    /** As in Alpine: asked of this very process, for other systems can have musl installed too. */
    private static boolean usesMusl() {
        if (!Files.isReadable(MAPPED_FILES)) {
            return false;
        }
        try (Stream<String> files = Files.lines(MAPPED_FILES)) {
            return files.anyMatch(file -> file.contains("/ld-musl-"));
        } catch (IOException e) {
            return false;
        }
    }
}
