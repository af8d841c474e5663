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
 * A JDK, or the JRE of one, that runs benchmarks: this process's, or another as its file {@code release} describes it.
 *
 * @param version as {@code 25.0.3+9-LTS}
 */
public record Jdk(Path home, String version, String vendor, boolean isHotSpot) {
    /** The version for which Rowmark's classes are compiled. */
    static final int OF_ROWMARK = 17;

    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\b.*");

    /** Returns the JDK of this process. */
    public static Jdk own() {
        return new Jdk(
                Path.of(System.getProperty("java.home")),
                Runtime.version().toString(),
                System.getProperty("java.vendor"),
                System.getProperty("java.vm.name").matches("(OpenJDK|Java HotSpot).*"));
    }

    /**
     * @param least the least version; 0 for any, and for a JRE that has no file {@code release}
     * @throws UsageException naming the key and the directory, if it is no JDK or too old
     */
    public static Jdk at(String key, Path directory, int least) {
        Path home = directory.toAbsolutePath().normalize();
        Properties release = release(home);
        String version = value(release, "JAVA_RUNTIME_VERSION", value(release, "JAVA_VERSION", "unknown"));
        boolean isHotSpot = !value(release, "JVM_VARIANT", "").equalsIgnoreCase("OpenJ9");
        Jdk jdk = new Jdk(home, version, value(release, "IMPLEMENTOR", "unknown vendor"), isHotSpot);
        Matcher feature = VERSION.matcher(version);
        if (!Files.isExecutable(jdk.program()) || (least > 0 && !feature.matches())) {
            throw new UsageException(key + ": '" + directory
                    + "' is no JDK, which has bin/java and a file release; give the directory of one"
                    + (least > 0 ? ", of version " + least + " or later" : ""));
        }
        if (least > 0 && Integer.parseInt(feature.group(1)) < least) {
            throw new UsageException(
                    key + ": '" + directory + "' is Java " + version + "; the least version is " + least);
        }
        return jdk;
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

    public Path program() {
        return home.resolve("bin").resolve(SystemUtils.IS_OS_WINDOWS ? "java.exe" : "java");
    }

    public int feature() {
        return Integer.parseInt(version.split("\\D", 2)[0]);
    }

    /** Returns the version without its build. */
    public String shortVersion() {
        return version.split("[+-]", 2)[0];
    }
}
