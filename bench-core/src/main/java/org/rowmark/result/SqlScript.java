package org.rowmark.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
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

    /** Reads those of a run directory, by name. */
    public static List<SqlScript> read(Path run) throws IOException {
        List<SqlScript> scripts = new ArrayList<>();
        for (Path file : files(run.resolve(SCRIPTS))) {
            String name = file.getFileName().toString();
            scripts.add(new SqlScript(name, Files.readString(file), plans(run, name)));
        }
        return scripts;
    }

    /** Writes the copy of a file. */
    public static void write(Path run, String name, String text) throws IOException {
        Files.writeString(Files.createDirectories(run.resolve(SCRIPTS)).resolve(name), Secrets.scrubSql(text));
    }

    /** Reads the plans of a file on a target, in the order in which they appeared. */
    public static List<String> plans(Path run, String name, String target) throws IOException {
        return plans(run, name).getOrDefault(target, List.of());
    }

    /** Writes a further plan. */
    public static void addPlan(Path run, String name, String target, String plan) throws IOException {
        int number = plans(run, name, target).size() + 1;
        Path folder = Files.createDirectories(run.resolve(PLANS).resolve(name));
        Files.writeString(folder.resolve(target + "-" + number + ".txt"), Secrets.scrub(plan));
    }

    private static Map<String, List<String>> plans(Path run, String name) throws IOException {
        Map<String, Map<Integer, String>> numbered = new LinkedHashMap<>();
        for (Path file : files(run.resolve(PLANS).resolve(name))) {
            String plan = file.getFileName().toString().replaceFirst("\\.txt$", "");
            int dash = plan.lastIndexOf('-');
            numbered.computeIfAbsent(plan.substring(0, dash), none -> new TreeMap<>())
                    .put(Integer.valueOf(plan.substring(dash + 1)), Files.readString(file));
        }
        Map<String, List<String>> plans = new LinkedHashMap<>();
        numbered.forEach((target, byNumber) -> plans.put(target, List.copyOf(byNumber.values())));
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
