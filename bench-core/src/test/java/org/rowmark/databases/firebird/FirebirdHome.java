package org.rowmark.databases.firebird;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.rowmark.targets.Target;

/** A directory such as Firebird's makers pack, made of links to what is installed. */
public final class FirebirdHome {
    private FirebirdHome() {}

    /** Makes the directory in another one. */
    public static Path linked(Path directory, Target target) throws IOException {
        FirebirdInstallation installed = FirebirdInstallation.of(target);
        Path home = Files.createDirectories(directory.resolve("home"));
        for (String name : List.of("firebird.msg", "firebird.conf", "plugins.conf", "plugins", "intl")) {
            Files.createSymbolicLink(home.resolve(name), installed.engine().resolve(name));
        }
        Path programs = Files.createDirectory(home.resolve("bin"));
        for (String name : List.of("firebird", "isql", "gbak")) {
            Files.createSymbolicLink(
                    programs.resolve(name), installed.program(name).orElseThrow());
        }
        return home;
    }
}
