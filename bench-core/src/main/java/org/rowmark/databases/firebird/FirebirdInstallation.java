package org.rowmark.databases.firebird;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.databases.support.launch.InstalledPrograms;
import org.rowmark.targets.Target;

/** The programs of an installed Firebird and its engine's directory: firebird.msg, firebird.conf, plugins. */
public record FirebirdInstallation(Path engine, List<Path> programs) {
    private static final Path OFFICIAL = Path.of("/opt/firebird");
    private static final List<Path> LIBRARIES = Stream.of(
                    "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib")
            .map(Path::of)
            .toList();

    public static FirebirdInstallation of(Target target) {
        return find(target).orElseThrow(() -> target.problem("needs " + needed(target)));
    }

    /** Returns what {@link #of} lacks, as the end of "needs …". */
    public static Optional<String> missing(Target target) {
        return find(target).isPresent() ? Optional.empty() : Optional.of(needed(target));
    }

    private static Optional<FirebirdInstallation> find(Target target) {
        Path home = target.source().map(Path::of).orElse(OFFICIAL);
        Stream<FirebirdInstallation> made = Stream.of(new FirebirdInstallation(home, List.of(home.resolve("bin"))));
        Stream<FirebirdInstallation> candidates = target.source().isPresent() ? made : Stream.concat(packaged(), made);
        return candidates
                .filter(candidate -> Files.exists(candidate.engine.resolve("firebird.msg"))
                        && Files.isDirectory(candidate.engine.resolve("plugins"))
                        && Stream.of("firebird", "isql")
                                .allMatch(program -> candidate.program(program).isPresent()))
                .findFirst();
    }

    private static Stream<FirebirdInstallation> packaged() {
        return LIBRARIES.stream()
                .flatMap(library -> InstalledPrograms.versions(library.resolve("firebird"), "").stream())
                .map(engine -> new FirebirdInstallation(engine, InstalledPrograms.directories(List.of())));
    }

    private static String needed(Target target) {
        return target.source()
                .map(home -> "Firebird 3 or later in " + home + " (bin/firebird, bin/isql, plugins, firebird.msg)")
                .orElse("Firebird (on Debian: apt-get install firebird3.0-server firebird3.0-utils)");
    }

    /** Finds the program of that name, which Debian calls {@code isql-fb} for {@code isql}. */
    public Optional<Path> program(String name) {
        return Stream.of(name + "-fb", name)
                .flatMap(each -> programs.stream().map(directory -> directory.resolve(each)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Reads the engine's name among the plugins: Engine12 in version 3, Engine13 in 4 and 5. */
    public String plugin() throws IOException {
        try (DirectoryStream<Path> libraries =
                Files.newDirectoryStream(engine.resolve("plugins"), "{lib,}Engine*.{so,dylib,dll}")) {
            for (Path library : libraries) {
                return library.getFileName().toString().replaceAll("^lib|\\..*$", "");
            }
        }
        throw new IOException("no engine (libEngine*.so) in " + engine.resolve("plugins"));
    }
}
