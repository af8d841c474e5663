package org.rowmark.databases.mysql.restore;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the clients print while they restore the files of {@code --tab}, in the words of a progress line. */
final class MySqlTabOutput {
    /** {@code rowmark_restored.orders: Records: 3000  Deleted: 0  Skipped: 0  Warnings: 0}. */
    private static final Pattern LOADED =
            Pattern.compile("[^.]+\\.(.+): Records: (\\d+) +Deleted: \\d+ +Skipped: (\\d+) +Warnings: (\\d+)");

    private static final Pattern ADDING = Pattern.compile("ALTER TABLE `(.+?)` ADD .*");

    private final int of;
    private int tables;
    private Optional<String> complaint = Optional.empty();

    /** @param tables how many will be loaded */
    MySqlTabOutput(int tables) {
        of = tables;
    }

    /**
     * Reads a line.
     *
     * @return how far the restore is, if the line says something new about that
     */
    Optional<String> read(String line) {
        Matcher loaded = LOADED.matcher(line);
        if (loaded.matches()) {
            if (!loaded.group(3).equals("0") || !loaded.group(4).equals("0")) {
                complaint = Optional.of("table " + loaded.group(1) + " was loaded with " + loaded.group(3)
                        + " rows left out and " + loaded.group(4) + " warnings");
            }
            return Optional.of("table " + ++tables + " of " + of + ", " + loaded.group(1));
        }
        Matcher adding = ADDING.matcher(line);
        return adding.matches() ? Optional.of("indexes and keys of " + adding.group(1)) : Optional.empty();
    }

    /** What was not loaded as it should have been. */
    Optional<String> complaint() {
        return complaint;
    }
}
