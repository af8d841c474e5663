package org.rowmark.options;

import java.io.File;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.util.UsageException;

/**
 * Files of SQL statements, in the order in which they were given: several are compared, the first one is the baseline, or
 * are the transactions of a mix.
 *
 * @param weights of files in a mix; those that are missing are 1
 */
public record SqlFiles(List<Path> paths, Map<Path, Integer> weights) {
    /** The parameter of cells whose values are the names of the files, or one for all of a mix. */
    public static final String PARAMETER = "file";

    private static final Pattern SEPARATOR = Pattern.compile(File.pathSeparator, Pattern.LITERAL);
    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^\\p{L}\\p{N}._-]");

    /** A path with a weight, which is in no name of a file with an ending. */
    private static final Pattern WEIGHTED = Pattern.compile("(.+)@(-?[0-9.]*|[^.@/\\\\]*)");

    private static final Pattern WEIGHT = Pattern.compile("[1-9][0-9]{0,5}");

    public SqlFiles {
        paths = List.copyOf(paths);
        weights = Map.copyOf(weights);
    }

    /** Reads one path, or several that are separated as the operating system separates paths. */
    static SqlFiles parse(String where, String text) {
        SqlFiles files = SEPARATOR
                .splitAsStream(text)
                .filter(path -> !path.isBlank())
                .map(path -> one(where, path))
                .reduce(new SqlFiles(List.of(), Map.of()), SqlFiles::with);
        if (files.paths.isEmpty() || files.paths.stream().anyMatch(path -> path.getFileName() == null)) {
            throw new UsageException(where + " '" + text + "': give a file");
        }
        return files;
    }

    private static SqlFiles one(String where, String text) {
        Matcher weighted = WEIGHTED.matcher(text);
        if (!weighted.matches()) {
            return new SqlFiles(List.of(Path.of(text)), Map.of());
        }
        if (!WEIGHT.matcher(weighted.group(2)).matches()) {
            throw new UsageException(where + " '" + text + "': the weight '" + weighted.group(2)
                    + "' is no whole number from 1 to 999999; give FILE@WEIGHT, such as read.sql@9");
        }
        Path path = Path.of(weighted.group(1));
        return new SqlFiles(List.of(path), Map.of(path, Integer.valueOf(weighted.group(2))));
    }

    List<String> texts() {
        return paths.stream().map(path -> path + weight(path)).toList();
    }

    private String weight(Path path) {
        return weights.containsKey(path) ? "@" + weights.get(path) : "";
    }

    SqlFiles with(SqlFiles others) {
        Map<Path, Integer> all = new LinkedHashMap<>(weights);
        others.weights.forEach((path, weight) -> {
            if (all.put(path, weight) != null) {
                throw new UsageException(RunOption.SQL.name() + " " + path + ": has two weights; leave one out");
            }
        });
        return new SqlFiles(
                Stream.concat(paths.stream(), others.paths.stream()).distinct().toList(), all);
    }

    /** Returns whether any has a weight, by which it belongs to a mix. */
    boolean areWeighted() {
        return !weights.isEmpty();
    }

    /** Returns the weights of all files by their names. */
    public Map<String, Integer> weightsByName() {
        Map<String, Integer> byName = new LinkedHashMap<>();
        byName().forEach((name, path) -> byName.put(name, weights.getOrDefault(path, 1)));
        return byName;
    }

    /** Returns the name of the mix of all files: {@code read.sql@9+write.sql@1}. */
    public String mixName() {
        return weightsByName().entrySet().stream()
                .map(file -> file.getKey() + "@" + file.getValue())
                .collect(Collectors.joining("+"));
    }

    /**
     * Returns the files by the names that cells have: without their directories, unless files of two have the same. Then
     * they are relative to the directory that all have in common, wherever the run is started or continued.
     *
     * @throws UsageException if two files have the same name even so
     */
    public Map<String, Path> byName() {
        boolean areDistinct = paths.stream().map(Path::getFileName).distinct().count() == paths.size();
        Optional<Path> common = common();
        Map<String, Path> byName = new LinkedHashMap<>();
        for (Path path : paths) {
            Path longName = common.map(from -> from.relativize(absolute(path))).orElse(path);
            Path name = areDistinct ? path.getFileName() : longName;
            byName.put(NOT_IN_NAMES.matcher(name.toString()).replaceAll("_"), path);
        }
        if (byName.size() < paths.size()) {
            throw new UsageException(RunOption.SQL.name() + ": two files would be called "
                    + String.join(", ", new TreeSet<>(byName.keySet())) + "; rename one");
        }
        return byName;
    }

    /** Returns the directory that all files have in common; empty if they are on several drives. */
    private Optional<Path> common() {
        Path common = absolute(paths.get(0)).getParent();
        for (Path path : paths) {
            while (common != null && !absolute(path).startsWith(common)) {
                common = common.getParent();
            }
        }
        return Optional.ofNullable(common);
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
