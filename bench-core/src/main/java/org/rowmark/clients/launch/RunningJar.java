package org.rowmark.clients.launch;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rowmark.util.UsageException;

/** The jar that runs, which is all that a client needs beside Java. */
final class RunningJar {
    private RunningJar() {}

    /**
     * Returns its path.
     *
     * @throws UsageException if Rowmark runs from something else than one jar
     */
    static Path path() {
        String classPath = System.getProperty("java.class.path");
        Path jar = Path.of(classPath.split(File.pathSeparator, 2)[0]);
        if (classPath.contains(File.pathSeparator) || !Files.isRegularFile(jar)) {
            throw new UsageException("a clients file needs Rowmark as one jar, which is copied to the clients: run"
                    + " java -jar bench-cli.jar");
        }
        return jar.toAbsolutePath();
    }
}
