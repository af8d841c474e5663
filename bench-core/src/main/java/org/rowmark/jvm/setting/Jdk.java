package org.rowmark.jvm.setting;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.SystemUtils;
import org.rowmark.util.UsageException;

/**
 * An installed JDK, as its file {@code release} describes it.
 *
 * @param version as {@code 25.0.3+9-LTS}
 */
public record Jdk(Path home, String version, String vendor, boolean isHotSpot) {
    /** The version for which Rowmark's classes are compiled. */
    private static final int LEAST = 17;

    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\b.*");

    /** @throws UsageException naming the key and the directory, if it is no JDK or too old */
    static Jdk at(String key, Path directory) {
        Path home = directory.toAbsolutePath().normalize();
        Properties release = release(home);
        String version = value(release, "JAVA_RUNTIME_VERSION", value(release, "JAVA_VERSION", ""));
        Matcher feature = VERSION.matcher(version);
        if (!feature.matches() || !Files.isExecutable(program(home))) {
            throw new UsageException(
                    key + ": '" + directory + "' is no JDK, which has bin/java and a file release; give"
                            + " the directory of one, of version " + LEAST + " or later");
        }
        if (Integer.parseInt(feature.group(1)) < LEAST) {
            throw new UsageException(
                    key + ": '" + directory + "' is Java " + version + "; the least version is " + LEAST);
        }
        boolean isHotSpot = !value(release, "JVM_VARIANT", "").equalsIgnoreCase("OpenJ9");
        return new Jdk(home, version, value(release, "IMPLEMENTOR", "unknown vendor"), isHotSpot);
    }

    private static Properties release(Path home) {
        Properties release = new Properties();
        try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
            release.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            release.clear();
        }
        return release;
    }

    private static String value(Properties release, String name, String otherwise) {
        return StringUtils.strip(release.getProperty(name, otherwise), "\"");
    }

    private static Path program(Path home) {
        return home.resolve("bin").resolve(SystemUtils.IS_OS_WINDOWS ? "java.exe" : "java");
    }

    public Path program() {
        return program(home);
    }

    public int feature() {
        return Integer.parseInt(version.split("\\D", 2)[0]);
    }

    /** Returns the version without its build. */
    String shortVersion() {
        return version.split("[+-]", 2)[0];
    }
}
