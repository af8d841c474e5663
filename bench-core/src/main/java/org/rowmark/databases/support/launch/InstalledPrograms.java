package org.rowmark.databases.support.launch;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.lang3.math.NumberUtils;

/** The programs of an installed server, searched in the PATH first, then where packages put them. */
public record InstalledPrograms(Path directory) {
    /** Directories of daemons, which are missing in the PATH of ordinary users. */
    private static final List<Path> SYSTEM =
            List.of(Path.of("/usr/local/sbin"), Path.of("/usr/sbin"), Path.of("/sbin"));

    public static Optional<Path> find(String name) {
        return directories(List.of()).stream()
                .map(directory -> directory.resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Finds the first directory of the PATH, then of the others, that holds all of the programs. */
    public static Optional<InstalledPrograms> find(List<String> names, List<Path> others) {
        return directories(others).stream()
                .flatMap(directory -> in(directory, names).stream())
                .findFirst();
    }

    public static Optional<InstalledPrograms> in(Path directory, List<String> names) {
        return names.stream().allMatch(name -> Files.isExecutable(directory.resolve(name)))
                ? Optional.of(new InstalledPrograms(directory))
                : Optional.empty();
    }

    public String path(String name) {
        return directory.resolve(name).toString();
    }

    /** Lists the directories {@code parent/<version><child>}, newest version first; child may be empty. */
    public static List<Path> versions(Path parent, String child) {
        try (Stream<Path> versions = Files.list(parent)) {
            return versions.sorted(Comparator.<Path>comparingDouble(version ->
                                    NumberUtils.toDouble(version.getFileName().toString(), -1))
                            .reversed())
                    .map(version -> version.resolve(child))
                    .filter(Files::isDirectory)
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    public static List<Path> directories(List<Path> others) {
        List<Path> all = new ArrayList<>();
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        Arrays.stream(path.split(File.pathSeparator))
                .filter(entry -> !entry.isBlank())
                .map(Path::of)
                .forEach(all::add);
        all.addAll(SYSTEM);
        all.addAll(others);
        return all;
    }
}
