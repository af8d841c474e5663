package org.rowmark.clients.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/** What a client needs on its host: Java, its CPUs, and the jar, which is copied once and kept by its checksum. */
final class PreparedHost {
    private static final int OLDEST_JAVA = 17;
    private static final Duration CHECK = Duration.ofSeconds(60);
    private static final Duration COPY = Duration.ofMinutes(2);

    private static final Pattern JAVA = Pattern.compile("(?m)^rowmark java (.*)$");
    private static final Pattern JAVA_VERSION = Pattern.compile("version \"(\\d+)");
    private static final Pattern CORES = Pattern.compile("(?m)^rowmark cores (.*)$");

    private static final String SHA256 =
            "sha256() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1; }\n";

    /** Arguments: Java, list of CPUs or nothing, checksum of the jar. */
    private static final String CHECK_SCRIPT = SHA256 + """
            jar="$HOME/.cache/rowmark/jars/$3.jar"
            echo "rowmark java $("$1" -version 2>&1 | tr '\\n' ' ')"
            [ -z "$2" ] || ! command -v taskset >/dev/null || echo "rowmark cores $(taskset -c "$2" echo usable 2>&1)"
            [ ! -f "$jar" ] || echo "rowmark jar $(sha256 < "$jar")"
            """;

    /** Argument: checksum of the jar, which is the input. */
    private static final String COPY_SCRIPT = SHA256 + """
            umask 077
            jars="$HOME/.cache/rowmark/jars"
            mkdir -p "$jars" && part=$(mktemp "$jars/.part.XXXXXX") || exit 1
            trap 'rm -f "$part"' EXIT
            cat > "$part" || exit 1
            [ "$(sha256 < "$part")" = "$1" ] || { echo 'the jar did not arrive whole' >&2; exit 1; }
            mv "$part" "$jars/$1.jar"
            """;

    private PreparedHost() {}

    /**
     * Checks a host and copies the jar unless the host has it.
     *
     * @param checksum SHA-256 of the jar
     * @throws UsageException if the host has no Java that can run it, or not the CPUs
     */
    static void prepare(SshConnection connection, Path jar, String checksum) throws IOException {
        ClientHost host = connection.host();
        String found = connection.run(
                CHECK_SCRIPT, List.of(host.java(), host.cores().orElse(""), checksum), Optional.empty(), CHECK);
        requireJava(host, found);
        requireCores(host, found);
        if (found.lines().noneMatch(("rowmark jar " + checksum)::equals)) {
            connection.run(COPY_SCRIPT, List.of(checksum), Optional.of(jar), COPY);
        }
    }

    private static void requireJava(ClientHost host, String found) {
        String answer = group(JAVA, found);
        Matcher version = JAVA_VERSION.matcher(answer);
        if (!version.find() || Integer.parseInt(version.group(1)) < OLDEST_JAVA) {
            throw new UsageException(host + ": java: '" + host.java() + "' is no Java " + OLDEST_JAVA
                    + " or later there; install it, or give its path ("
                    + ErrorMessages.oneLine(answer) + ")");
        }
    }

    private static void requireCores(ClientHost host, String found) {
        String answer = group(CORES, found);
        if (host.cores().isPresent() && answer.isEmpty()) {
            throw new UsageException(
                    host + ": cores: needs taskset there, of util-linux; install it, or leave cores: out");
        }
        if (host.cores().isPresent() && !answer.equals("usable")) {
            throw new UsageException(host + ": cores: '" + host.cores().get() + "' cannot be used there ("
                    + ErrorMessages.oneLine(answer) + ")");
        }
    }

    private static String group(Pattern line, String text) {
        Matcher matcher = line.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }
}
