package org.rowmark.options;

import java.io.File;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rowmark.util.UsageException;

/** Files of SQL statements that are compared, in the order in which they were given; the first one is the baseline. */
public record SqlFiles(List<Path> paths) {
    /** The parameter of cells whose values are the names of the files. */
    public static final String PARAMETER = "file";

    private static final Pattern SEPARATOR = Pattern.compile(File.pathSeparator, Pattern.LITERAL);
    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^\\p{L}\\p{N}._-]");

    public SqlFiles {
        paths = List.copyOf(paths);
    }

    /** Reads one path, or several that are separated as the operating system separates paths. */
    static SqlFiles parse(String where, String text) {
        List<Path> paths = SEPARATOR
                .splitAsStream(text)
                .filter(path -> !path.isBlank())
                .map(Path::of)
                .toList();
        if (paths.isEmpty() || paths.stream().anyMatch(path -> path.getFileName() == null)) {
            throw new UsageException(where + " '" + text + "': give a file");
        }
        return new SqlFiles(paths);
    }

    List<String> texts() {
        return paths.stream().map(Path::toString).toList();
    }

    SqlFiles with(SqlFiles others) {
        return new SqlFiles(
                Stream.concat(paths.stream(), others.paths.stream()).distinct().toList());
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
