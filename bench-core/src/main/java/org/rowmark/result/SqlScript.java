package org.rowmark.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.rowmark.util.Secrets;

/**
 * A SQL file that was measured: {@code sql/scripts/NAME}, and for each target its plans in the order in which they
 * appeared, {@code sql/plans/NAME/TARGET-1.txt} and so on; there is a second one only where the plan changed.
 *
 * @param name the value of the cells' parameter
 */
public record SqlScript(String name, String text, Map<String, List<String>> plans) {
    private static final String SCRIPTS = "sql/scripts";
    private static final String PLANS = "sql/plans";

    public static List<SqlScript> read(Path run) throws IOException {
        List<SqlScript> scripts = new ArrayList<>();
        for (Path file : files(run.resolve(SCRIPTS))) {
            String name = file.getFileName().toString();
            scripts.add(new SqlScript(name, Files.readString(file), plans(run, name)));
        }
        return scripts;
    }

    public static void write(Path run, String name, String text) throws IOException {
        Files.writeString(Files.createDirectories(run.resolve(SCRIPTS)).resolve(name), Secrets.scrubSql(text));
    }

    /** Reads the plans of a file on a target, in the order in which they appeared. */
    public static List<String> plans(Path run, String name, String target) throws IOException {
        List<String> plans = new ArrayList<>();
        for (Path file = plan(run, name, target, 1);
                Files.exists(file);
                file = plan(run, name, target, plans.size() + 1)) {
            plans.add(Files.readString(file));
        }
        return plans;
    }

    public static void addPlan(Path run, String name, String target, String plan) throws IOException {
        Path file = plan(run, name, target, plans(run, name, target).size() + 1);
        Files.createDirectories(file.getParent());
        Files.writeString(file, Secrets.scrub(plan));
    }

    private static Path plan(Path run, String name, String target, int number) {
        return run.resolve(PLANS).resolve(name).resolve(target + "-" + number + ".txt");
    }

    private static Map<String, List<String>> plans(Path run, String name) throws IOException {
        Map<String, List<String>> plans = new LinkedHashMap<>();
        for (Path file : files(run.resolve(PLANS).resolve(name))) {
            String target = StringUtils.substringBeforeLast(file.getFileName().toString(), "-");
            if (!plans.containsKey(target)) {
                plans.put(target, plans(run, name, target));
            }
        }
        return plans;
    }

    private static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
