package org.rowmark.databases.firebird;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rowmark.databases.support.launch.PortsAndPaths;
import org.rowmark.targets.Target;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;

/**
 * The settings of a Firebird that Rowmark starts. They are checked here because Firebird silently takes its default for
 * what it does not understand, name or value.
 */
public final class FirebirdSettings {
    static final String PAGE_SIZE = "page_size";
    static final String PORT = "RemoteServicePort";

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

    /** For databases that are made, in bytes. */
    public static String pageSize(Map<String, String> settings) {
        return settings.getOrDefault(PAGE_SIZE, "8192");
    }

    /** @throws UsageException naming the first setting that would not come into force, and what would be right */
    static void check(Target target, FirebirdInstallation installation) throws IOException {
        PortsAndPaths.refuse(target, CHOSEN_BY_ROWMARK);
        Map<String, String> types = types(installation.engine().resolve("firebird.conf"));
        types.put(PAGE_SIZE, PAGE_SIZE);
        for (Map.Entry<String, String> setting : target.settings().entrySet()) {
            String name = setting.getKey();
            if (!types.containsKey(name)) {
                throw Suggestions.unknown("setting of target '" + target.name() + "':", name, types.keySet());
            }
            switch (name) {
                case MODE -> oneOf(target, name, MODES);
                case PAGE_SIZE -> oneOf(target, name, pageSizes(installation.plugin()));
                case TEMPORARY -> directories(target, name);
                default -> matches(target, name, types.get(name));
            }
        }
    }

    /** The installed firebird.conf describes every setting that exists: its type, then its name and default. */
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

    /** Firebird rounds other sizes to one of these. */
    private static List<String> pageSizes(String plugin) {
        List<String> all = List.of("4096", "8192", "16384", "32768");
        return plugin.equals("Engine12") ? all.subList(0, 3) : all;
    }

    private static void oneOf(Target target, String name, List<String> accepted) {
        String value = target.settings().get(name);
        if (accepted.stream().noneMatch(value::equalsIgnoreCase)) {
            throw wrong(target, name, "use " + String.join(", ", accepted));
        }
    }

    private static void matches(Target target, String name, String type) {
        String value = target.settings().get(name).toLowerCase(Locale.ROOT);
        if (VALUES.containsKey(type) && !VALUES.get(type).matcher(value).matches()) {
            throw wrong(target, name, "it takes " + (type.equals("integer") ? "an integer" : "true or false"));
        }
    }

    private static void directories(Target target, String name) {
        Stream.of(target.settings().get(name).split(";"))
                .filter(directory -> !Files.isWritable(Path.of(directory.strip())))
                .findFirst()
                .ifPresent(directory -> {
                    throw wrong(target, name, directory.strip() + " is no directory that can be written to");
                });
    }

    private static UsageException wrong(Target target, String name, String right) {
        return target.problem("setting " + name + "=" + target.settings().get(name) + ": " + right);
    }
}
