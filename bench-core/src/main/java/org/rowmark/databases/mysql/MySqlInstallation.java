package org.rowmark.databases.mysql;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.rowmark.databases.support.launch.BinaryDistribution;
import org.rowmark.databases.support.launch.InstalledPrograms;
import org.rowmark.process.Command;
import org.rowmark.process.Tool;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;

/** An installation of MySQL or MariaDB; without a directory, the programs that packages installed. */
public record MySqlInstallation(Optional<Path> directory) {
    public static final MySqlInstallation PACKAGED = new MySqlInstallation(Optional.empty());

    /** Directories of programs in archives and builds; scripts is MariaDB's. */
    private static final List<String> PLACES = List.of("bin", "sbin", "libexec", "scripts");

    private static final Comparator<String> BY_VERSION =
            Comparator.comparing(version -> ModuleDescriptor.Version.parse(version.split("[^0-9.]", 2)[0]));

    /** @param version of its release as the program prints it, for example {@code 10.11.19-MariaDB-0+deb12u1} */
    public record Program(Path path, String version) {
        /** {@code Distrib 10.11.19-MariaDB, for …}, {@code from 11.4.5-MariaDB, client …}, {@code Ver 8.0.31 for …}. */
        private static final Pattern VERSION =
                Pattern.compile("\\b(?:Ver|Distrib|from|server) (\\d+\\.\\d+\\.\\d+[^\\s,]*)");

        private static final Duration LIMIT = Duration.ofSeconds(20);

        /** Finds the version of a program, which is run in a directory, or in this process's. */
        public static Program at(Path path, Optional<Path> directory) throws IOException {
            List<String> words = List.of(path.toString(), "--no-defaults", "--version");
            StringBuilder printed = new StringBuilder();
            Command command = new Command(List.of(), words, Map.of(), directory, Optional.empty());
            new Tool(command, LIMIT).run(printed::append);
            return new Program(
                    path,
                    version(printed.toString())
                            .orElseThrow(() -> new IOException(path + " --version prints no version: " + printed)));
        }

        static Optional<String> version(String printed) {
            return VERSION.matcher(printed)
                    .results()
                    .map(found -> found.group(1))
                    .findFirst();
        }
    }

    public static MySqlInstallation of(Target target, MySqlProduct product) {
        return new MySqlInstallation(
                target.server() == ServerKind.ARTIFACT
                        ? Optional.of(distribution(target, product).home(target))
                        : target.source().map(Path::of));
    }

    /** Finds the newest distribution of the version that the target names, in full or by its beginning. */
    static BinaryDistribution distribution(Target target, MySqlProduct product) {
        Map<String, BinaryDistribution> distributions = product.distributions();
        String wanted = target.source().orElse("");
        return distributions.keySet().stream()
                .filter(version -> wanted.isEmpty() || (version + ".").startsWith(wanted + "."))
                .max(BY_VERSION)
                .map(distributions::get)
                .orElseThrow(() -> target.problem("version: " + wanted
                        + " is not among those that come as artifacts: "
                        + String.join(", ", new TreeSet<>(distributions.keySet()))));
    }

    public Optional<Path> find(List<String> names) {
        return names.stream()
                .flatMap(name -> directory
                        .map(home ->
                                PLACES.stream().map(place -> home.resolve(place).resolve(name)))
                        .orElseGet(() -> InstalledPrograms.find(name).stream()))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** @param names the same program's names, newest first */
    Path require(Target target, MySqlProduct product, List<String> names) {
        return find(names)
                .orElseThrow(() -> target.problem(directory
                        .map(home -> "home: " + home + " holds no " + String.join(" or ", names) + " in "
                                + String.join(", ", PLACES))
                        .orElseGet(() -> "no program " + String.join(" or ", names)
                                + " found in the PATH; on Debian: apt-get install " + product.debianPackage())));
    }

    /** Returns the option by which programs that were moved since they were built find their messages and scripts. */
    List<String> option() {
        return directory
                .filter(home -> Files.isDirectory(home.resolve("share")))
                .map(home -> List.of("--basedir=" + home))
                .orElse(List.of());
    }
}
