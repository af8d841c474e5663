package org.rowmark.databases.support.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** Finds the programs of an installed server: in the PATH first, then where packages put them. */
public record InstalledPrograms(Path directory) {
    /** Directories that hold daemons and are missing in the PATH of ordinary users. */
    private static final List<Path> SYSTEM =
            List.of(Path.of("/usr/local/sbin"), Path.of("/usr/sbin"), Path.of("/sbin"));

    /** @throws UsageException naming the package to install */
    public static Path program(Target target, String name, String debianPackage) {
        return find(name)
                .orElseThrow(() -> target.problem(
                        "no program " + name + " found in the PATH; on Debian: apt-get install " + debianPackage));
    }

    /** The installed program of that name, if there is one. */
    public static Optional<Path> find(String name) {
        return directories(List.of()).stream()
                .map(directory -> directory.resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * The first directory that holds all of the programs.
     *
     * @param others directories to search after the PATH
     * @throws UsageException naming the package to install
     */
    public static InstalledPrograms holding(
            Target target, List<String> names, List<Path> others, String debianPackage) {
        return find(names, others)
                .orElseThrow(() -> target.problem("no programs "
                        + String.join(", ", names) + " found in the PATH or " + others
                        + "; on Debian: apt-get install " + debianPackage));
    }

    /** The first directory of the PATH, then of the others, that holds all of the programs. */
    public static Optional<InstalledPrograms> find(List<String> names, List<Path> others) {
        return directories(others).stream()
                .flatMap(directory -> in(directory, names).stream())
                .findFirst();
    }

    /** That directory, if it holds all of the programs. */
    public static Optional<InstalledPrograms> in(Path directory, List<String> names) {
        return names.stream().allMatch(name -> Files.isExecutable(directory.resolve(name)))
                ? Optional.of(new InstalledPrograms(directory))
                : Optional.empty();
    }

    public String path(String name) {
        return directory.resolve(name).toString();
    }

    /** Directories {@code parent/<version><child>} that exist, newest version first; child may be empty. */
    public static List<Path> versions(Path parent, String child) {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(parent)) {
            try (DirectoryStream<Path> versions = Files.newDirectoryStream(parent)) {
                for (Path version : versions) {
                    Path directory = version.resolve(child);
                    if (Files.isDirectory(directory)) {
                        found.add(directory);
                    }
                }
            } catch (IOException e) {
                return List.of();
            }
        }
        found.sort(Comparator.<Path>comparingDouble(
                        directory -> number(parent.relativize(directory).getName(0)))
                .reversed());
        return found;
    }

    private static double number(Path version) {
        try {
            return Double.parseDouble(version.toString());
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Those of the PATH, those of daemons, and others. */
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
