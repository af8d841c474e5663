package org.rowmark.report;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;

/** Short names that distinguish files and directories in one report. */
final class DistinctNames {
    /** Terminals cut longer names. */
    private static final int LONG = 30;

    private DistinctNames() {}

    /**
     * Returns the last elements of the paths; where two are equal, the nearest parents that differ, such as
     * {@code main} and {@code branch} for {@code main/jmh.json} and {@code branch/jmh.json}. Long names lose their
     * common start.
     *
     * @param paths of different files
     */
    static List<String> of(List<Path> paths) {
        List<Path> whole =
                paths.stream().map(path -> path.toAbsolutePath().normalize()).toList();
        int depth = whole.stream().mapToInt(Path::getNameCount).min().orElse(0);
        Stream<Function<Path, Path>> elements =
                IntStream.rangeClosed(1, depth).mapToObj(up -> path -> path.getName(path.getNameCount() - up));
        Stream<Function<Path, Path>> ends = IntStream.rangeClosed(2, depth)
                .mapToObj(up -> path -> path.subpath(path.getNameCount() - up, path.getNameCount()));
        return withoutSameStart(Stream.concat(elements, ends)
                .map(name -> whole.stream().map(name).map(Path::toString).toList())
                .filter(names -> names.stream().distinct().count() == names.size())
                .findFirst()
                .orElseGet(() -> whole.stream().map(Path::toString).toList()));
    }

    private static List<String> withoutSameStart(List<String> names) {
        String start = StringUtils.getCommonPrefix(names.toArray(String[]::new));
        int same = start.replaceFirst("[\\p{L}\\p{Nd}]+$", "").length();
        boolean areLong = names.size() > 1 && names.stream().anyMatch(name -> name.length() > LONG);
        return areLong && same > 1
                ? names.stream().map(name -> "…" + name.substring(same)).toList()
                : names;
    }
}
