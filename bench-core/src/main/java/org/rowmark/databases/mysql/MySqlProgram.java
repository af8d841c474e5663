package org.rowmark.databases.mysql;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.process.Command;
import org.rowmark.process.Tool;
import org.rowmark.targets.Workspace;

/**
 * A server's program.
 *
 * @param path where it is
 * @param version as it tells it, for example {@code 10.11.19-MariaDB-0+deb12u1}
 */
record MySqlProgram(Path path, String version) {
    /** Versions in the order of their numbers. */
    static final Comparator<String> BY_VERSION = Comparator.comparing(MySqlProgram::numbers, Arrays::compare);

    private static final Pattern VERSION = Pattern.compile("\\bVer (\\d+\\.\\d+\\.\\d+\\S*)");
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** @throws IOException if it does not run, or tells no version */
    static MySqlProgram at(Path path, Workspace workspace) throws IOException {
        Command command = new Command(
                List.of(),
                List.of(path.toString(), "--no-defaults", "--version"),
                Map.of(),
                Optional.of(workspace.data()),
                Optional.empty());
        List<String> lines = new ArrayList<>();
        new Tool(command, LIMIT).run(lines::add);
        Matcher version = VERSION.matcher(String.join("\n", lines));
        if (!version.find()) {
            throw new IOException(path + " --version prints no version: " + String.join(" ", lines));
        }
        return new MySqlProgram(path, version.group(1));
    }

    boolean isMariaDb() {
        return version.contains("MariaDB");
    }

    /** Whether the version is that one or a newer one. */
    boolean isFrom(String other) {
        return BY_VERSION.compare(version, other) >= 0;
    }

    /** The leading numbers; what follows is a name. */
    private static int[] numbers(String version) {
        return Pattern.compile("\\.")
                .splitAsStream(version.split("[^0-9.]", 2)[0])
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}
