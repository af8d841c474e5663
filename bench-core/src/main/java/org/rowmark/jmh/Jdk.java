package org.rowmark.jmh;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.lang3.SystemUtils;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/** A JDK, or the JRE of one, that runs benchmarks. */
record Jdk(Path home, String version) {
    static final String OPTION = "--java";

    /** Returns the JDK of this process. */
    static Jdk own() {
        return new Jdk(Path.of(System.getProperty("java.home")), String.valueOf(Runtime.version()));
    }

    /** @throws UsageException if the directory holds none */
    static Jdk of(Path directory) {
        Jdk jdk = new Jdk(directory.toAbsolutePath().normalize(), version(directory));
        if (!Files.isExecutable(jdk.program())) {
            throw new UsageException(
                    OPTION + " " + directory + ": it holds no program bin/java; give the directory of a JDK");
        }
        return jdk;
    }

    /** Returns what the file of every JDK states. */
    private static String version(Path directory) {
        Path release = directory.resolve("release");
        try {
            Properties properties = new Properties();
            properties.load(new StringReader(Files.exists(release) ? Files.readString(release) : ""));
            return properties.getProperty("JAVA_VERSION", "unknown").replace("\"", "");
        } catch (IOException e) {
            throw new UsageException(OPTION + " " + directory + ": " + ErrorMessages.of(e), e);
        }
    }

    Path program() {
        return home.resolve("bin").resolve(SystemUtils.IS_OS_WINDOWS ? "java.exe" : "java");
    }

    /** Returns the name of its directory; if others have that, too, its version, or else the whole path. */
    String name(List<Jdk> all) {
        return Stream.<Function<Jdk, String>>of(jdk -> String.valueOf(jdk.home.getFileName()), Jdk::version)
                .filter(way -> all.stream().map(way).distinct().count() == all.size())
                .findFirst()
                .map(way -> way.apply(this))
                .orElse(home.toString());
    }
}
