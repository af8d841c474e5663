package org.rowmark.jvm.setting;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.text.StringTokenizer;
import org.apache.commons.text.matcher.StringMatcherFactory;
import org.rowmark.util.Secrets;

/**
 * The choice of the JVM that measures a target.
 *
 * @param java empty for the one that runs Rowmark
 * @param arguments behind those that all forks have
 */
public record TargetJvm(Optional<Jdk> java, List<String> arguments) {
    /** The key for the directory of a JDK. */
    public static final String JAVA = "java";

    /** The key for arguments, separated by blanks. */
    public static final String ARGUMENTS = "jvmArgs";

    public static final TargetJvm USUAL = new TargetJvm(Optional.empty(), List.of());

    public TargetJvm {
        arguments = List.copyOf(arguments);
        Secrets.refuseIn(ARGUMENTS, arguments);
    }

    public static boolean has(String key) {
        return key.equals(JAVA) || key.equals(ARGUMENTS);
    }

    /** Sets the value of a key that it {@link #has}. */
    public TargetJvm with(String key, String value) {
        return key.equals(JAVA)
                ? new TargetJvm(Optional.of(Jdk.at(JAVA, Path.of(value), Jdk.OF_ROWMARK)), arguments)
                : new TargetJvm(java, words(value));
    }

    /** Divides a text at blanks that are not in quotes. */
    private static List<String> words(String text) {
        return new StringTokenizer(
                        text,
                        StringMatcherFactory.INSTANCE.splitMatcher(),
                        StringMatcherFactory.INSTANCE.quoteMatcher())
                .getTokenList();
    }

    /** Returns what is set, by key. */
    public Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        java.ifPresent(jdk -> values.put(JAVA, jdk.home().toString()));
        if (!arguments.isEmpty()) {
            values.put(ARGUMENTS, String.join(" ", arguments));
        }
        return values;
    }

    /** Returns the value of a key in a few characters: the JDK's version, the arguments without what all begin with. */
    public String label(String key) {
        return key.equals(JAVA)
                ? java.map(Jdk::shortVersion).orElse("")
                : String.join(" ", arguments).replaceAll("(^| )-(XX:\\+)?", "$1");
    }
}
