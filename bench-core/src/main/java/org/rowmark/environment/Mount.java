package org.rowmark.environment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A file system where Linux has mounted it: a line of {@code /proc/self/mountinfo}.
 *
 * @param device major and minor number, for example {@code 254:0}; the major one is 0 where there is no block device
 * @param point where it is mounted
 * @param type for example {@code ext4}
 * @param source for example {@code /dev/vda}
 * @param options of the mount and of the file system, each once, in their order
 */
record Mount(String device, Path point, String type, String source, List<String> options) {
    /** Longer values are names of files and networks, which make no difference. */
    private static final int LONGEST_OPTION = 40;

    private static final int FIELDS_BEFORE_DASH = 6;
    private static final int FIELDS_AFTER_DASH = 3;
    private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");

    /** Parses a line; empty for one of another form. */
    static Optional<Mount> parse(String line) {
        String[] halves = line.split(" - ", 2);
        String[] before = halves[0].split(" ", -1);
        String[] after = halves.length < 2 ? new String[0] : halves[1].split(" ", -1);
        if (before.length < FIELDS_BEFORE_DASH || after.length < FIELDS_AFTER_DASH) {
            return Optional.empty();
        }
        Set<String> options = new LinkedHashSet<>(List.of(before[5].split(",", -1)));
        options.addAll(List.of(after[2].split(",", -1)));
        return Optional.of(new Mount(
                before[2], Path.of(unescaped(before[4])), after[0], unescaped(after[1]), new ArrayList<>(options)));
    }

    /**
     * Returns the mount that contains a path: the nearest above it, of several at one point the last, which hides the
     * others.
     */
    static Optional<Mount> holding(Path path, List<String> lines) {
        Mount nearest = null;
        for (String line : lines) {
            Mount mount = parse(line).orElse(null);
            if (mount != null
                    && path.startsWith(mount.point)
                    && (nearest == null || mount.point.getNameCount() >= nearest.point.getNameCount())) {
                nearest = mount;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** Returns the options in one line; of a long one only its name. */
    String optionsInShort() {
        return options.stream()
                .map(option -> option.length() <= LONGEST_OPTION ? option : option.split("=", 2)[0] + "=…")
                .collect(Collectors.joining(","));
    }

    /** Decodes spaces and the like, which are written as octal numbers. */
    private static String unescaped(String text) {
        return OCTAL.matcher(text)
                .replaceAll(escape ->
                        Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(escape.group(1), 8))));
    }
}
