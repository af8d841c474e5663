package org.rowmark.databases.firebird;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rowmark.databases.support.launch.PortsAndPaths;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** The settings of a Firebird that Rowmark starts, checked because Firebird ignores what it does not know. */
public final class FirebirdSettings {
    static final String PAGE_SIZE = "page_size";
    static final String FORCED_WRITES = "ForcedWrites";

    /** Settings that a database has in its header, not the server in its configuration. */
    static final Set<String> OF_DATABASE = Set.of(PAGE_SIZE, FORCED_WRITES);

    private static final String MODE = "ServerMode";
    private static final String TEMPORARY = "TempDirectories";
    private static final List<String> MODES = List.of("Super", "SuperClassic", "Classic");
    private static final List<String> CHOSEN_BY_ROWMARK =
            List.of("DatabaseAccess", "Providers", "RemoteBindAddress", "RemoteServiceName", "SecurityDatabase");

    private static final Pattern TYPE = Pattern.compile("#\\s*Type:\\s*(.*?)\\s*");
    private static final Pattern NAME = Pattern.compile("#?([A-Za-z]+)\\s*=.*");
    private static final Map<String, Pattern> VALUES = Map.of(
            "integer", Pattern.compile("-?\\d+[kmg]?"),
            "boolean", Pattern.compile("0|1|y|n|yes|no|true|false"));

    private FirebirdSettings() {}

    public static String pageSize(Map<String, String> settings) {
        return settings.getOrDefault(PAGE_SIZE, "8192");
    }

    /** Returns the option by which gfix sets forced writes; empty for the default. */
    static Optional<String> writeMode(Map<String, String> settings) {
        return Optional.ofNullable(settings.get(FORCED_WRITES))
                .map(value -> value.toLowerCase(Locale.ROOT).matches("1|y|yes|true") ? "sync" : "async");
    }

    /** @throws UsageException naming the first setting that would not come into force, and a right value */
    static void check(Target target, FirebirdInstallation installation) throws IOException {
        PortsAndPaths.refuse(target, CHOSEN_BY_ROWMARK);
        Map<String, String> types = types(installation.engine().resolve("firebird.conf"));
        types.put(PAGE_SIZE, PAGE_SIZE);
        types.put(FORCED_WRITES, "boolean");
        ServerStarts.requireKnown(target, types.keySet());
        for (Map.Entry<String, String> setting : target.settings().entrySet()) {
            String name = setting.getKey();
            String value = setting.getValue();
            Optional<String> right = switch (name) {
                case MODE -> oneOf(MODES, value);
                case PAGE_SIZE -> oneOf(pageSizes(installation.plugin()), value);
                case TEMPORARY -> directories(value);
                default -> typed(types.get(name), value);
            };
            right.ifPresent(text -> {
                throw target.problem("setting " + name + "=" + value + ": " + text);
            });
        }
    }

    /** Reads the installed firebird.conf, which describes every setting that exists: type, then name and default. */
    private static Map<String, String> types(Path configuration) throws IOException {
        Map<String, String> types = new TreeMap<>();
        String type = "";
        for (String line : Files.readAllLines(configuration)) {
            Matcher typed = TYPE.matcher(line);
            Matcher named = NAME.matcher(line);
            if (typed.matches()) {
                type = typed.group(1);
            } else if (named.matches()) {
                types.put(named.group(1), type);
            }
        }
        return types;
    }

    /** Lists the page sizes of the version; Firebird rounds other sizes to one of these. */
    private static List<String> pageSizes(String plugin) {
        List<String> all = List.of("4096", "8192", "16384", "32768");
        return plugin.equals("Engine12") ? all.subList(0, 3) : all;
    }

    private static Optional<String> oneOf(List<String> accepted, String value) {
        return accepted.stream().anyMatch(value::equalsIgnoreCase)
                ? Optional.empty()
                : Optional.of("use " + String.join(", ", accepted));
    }

    private static Optional<String> typed(String type, String value) {
        Pattern accepted = VALUES.get(type);
        return accepted == null
                        || accepted.matcher(value.toLowerCase(Locale.ROOT)).matches()
                ? Optional.empty()
                : Optional.of("it takes " + (type.equals("integer") ? "an integer" : "true or false"));
    }

    private static Optional<String> directories(String value) {
        return Stream.of(value.split(";"))
                .map(String::strip)
                .filter(directory -> !Files.isWritable(Path.of(directory)))
                .map(directory -> directory + " is no directory that can be written to")
                .findFirst();
    }
}
