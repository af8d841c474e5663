package org.rowmark.report;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Short names for files and directories that stand side by side: what tells them apart. */
final class DistinctNames {
    /** Longer names are cut in a terminal. */
    private static final int LONG = 30;

    private DistinctNames() {}

    /**
     * The last elements of the paths; where two are equal the nearest elements above that are not, such as {@code main}
     * and {@code branch} for {@code main/jmh.json} and {@code branch/jmh.json}. Long ones are cut where they start alike.
     *
     * @param paths of different files
     */
    static List<String> of(List<Path> paths) {
        List<String> names = elements(paths);
        boolean areLong = names.size() > 1 && names.stream().anyMatch(name -> name.length() > LONG);
        return areLong ? withoutSameStart(names) : names;
    }

    private static List<String> withoutSameStart(List<String> names) {
        String first = names.get(0);
        int same = 0;
        for (int i = 0; i < first.length(); i++) {
            String start = first.substring(0, i + 1);
            if (names.stream().anyMatch(name -> !name.startsWith(start))) {
                break;
            }
            same = Character.isLetterOrDigit(first.charAt(i)) ? same : i + 1;
        }
        int cut = same;
        return names.stream()
                .map(name -> cut > 1 ? "…" + name.substring(cut) : name)
                .toList();
    }

    private static List<String> elements(List<Path> paths) {
        List<Path> whole =
                paths.stream().map(path -> path.toAbsolutePath().normalize()).toList();
        int depth = whole.stream().mapToInt(Path::getNameCount).min().orElse(0);
        for (int up = 1; up <= depth; up++) {
            int level = up;
            List<String> names = named(
                    whole, path -> path.getName(path.getNameCount() - level).toString());
            if (names.stream().distinct().count() == names.size()) {
                return names;
            }
        }
        for (int up = 2; up <= depth; up++) {
            int level = up;
            List<String> names = named(
                    whole,
                    path -> path.subpath(path.getNameCount() - level, path.getNameCount())
                            .toString());
            if (names.stream().distinct().count() == names.size()) {
                return names;
            }
        }
        return named(whole, Path::toString);
    }

    private static List<String> named(List<Path> paths, Function<Path, String> name) {
        return paths.stream().map(name).toList();
    }
}
