package org.rowmark.databases.mysql;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.rowmark.databases.support.launch.BinaryDistribution;
import org.rowmark.databases.support.launch.InstalledPrograms;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/**
 * An installation of MySQL or MariaDB.
 *
 * @param directory its root; empty for what packages installed
 */
public record MySqlHome(Optional<Path> directory) {
    /** Where archives and builds put programs; scripts is MariaDB's and MySQL 5.6's. */
    private static final List<String> PLACES = List.of("bin", "sbin", "libexec", "scripts");

    /**
     * The installation that the target names, unpacked if it comes as an artifact.
     *
     * @throws UsageException if there is none
     */
    public static MySqlHome of(Target target, Map<String, BinaryDistribution> distributions) {
        if (target.server() == ServerKind.ARTIFACT) {
            return new MySqlHome(Optional.of(distribution(target, distributions).home(target)));
        }
        return new MySqlHome(target.source().map(Path::of));
    }

    /**
     * The newest of the version that the target names, in full or its beginning.
     *
     * @throws UsageException if there is none
     */
    static BinaryDistribution distribution(Target target, Map<String, BinaryDistribution> distributions) {
        String wanted = target.source().orElse("");
        return distributions.keySet().stream()
                .filter(version -> wanted.isEmpty() || (version + ".").startsWith(wanted + "."))
                .max(MySqlProgram.BY_VERSION)
                .map(distributions::get)
                .orElseThrow(() -> target.problem("version: " + wanted
                        + " is not among those that come as artifacts: "
                        + String.join(", ", new TreeSet<>(distributions.keySet()))));
    }

    /** The first of the names that is a program here. */
    public Optional<Path> find(List<String> names) {
        return names.stream().flatMap(name -> find(name).stream()).findFirst();
    }

    /**
     * @param names the same program's names, newest first
     * @throws UsageException naming what to install
     */
    Path program(Target target, List<String> names, String debianPackage) {
        return find(names)
                .orElseThrow(() -> target.problem(directory
                        .map(home -> "home: " + home + " holds no " + String.join(" or ", names) + " in "
                                + String.join(", ", PLACES))
                        .orElseGet(() -> "no program " + String.join(" or ", names)
                                + " found in the PATH; on Debian: apt-get install " + debianPackage)));
    }

    /** Programs that were moved since they were built find their messages and scripts by this option. */
    List<String> option() {
        return directory
                .filter(home -> Files.isDirectory(home.resolve("share")))
                .map(home -> List.of("--basedir=" + home))
                .orElse(List.of());
    }

    private Optional<Path> find(String name) {
        return directory
                .map(home -> PLACES.stream()
                        .map(place -> home.resolve(place).resolve(name))
                        .filter(Files::isExecutable)
                        .findFirst())
                .orElseGet(() -> InstalledPrograms.find(name));
    }
}
