package org.rowmark.study;

import de.siegmar.fastcsv.reader.CsvParseException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.result.PublishedFigures;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;
import org.rowmark.util.UserFile;
import org.rowmark.workload.Selection;

/**
 * Figures that others published, as a study names them.
 *
 * @param content the file: CSV, with comments on its conditions at the head, each behind {@code #}
 */
public record Published(PublishedFigures figures, String content) {
    /** The key of matches for which the workload names the row. */
    static final String WORKLOAD = "workload";

    /** The key of matches for which a phase of an operation names the row, and {@code total} the whole. */
    private static final String PHASE = "phase";

    private static final String FOLDER = "published/";

    /** A full stop that is not one of a number or a name. */
    private static final Pattern SENTENCE_END = Pattern.compile("\\.(\\s+(?=\\p{Lu})|$)");

    /** The keys of a file; all may be left out, but a match needs all of its own. */
    record Keys(
            String title, String rowKey, String rowColumn, String baselineColumn, String otherColumn, String better) {
        static final Keys NONE = new Keys(null, null, null, null, null, null);
    }

    /**
     * Reads the files that a study names.
     *
     * @param directory of the study's file; empty for a study that comes with Rowmark
     * @param named by file name; null for none
     * @throws UsageException naming the file that does not exist, or the column that is not in it
     */
    static List<Published> read(Optional<Path> directory, Map<String, Keys> named) {
        List<Published> all = new ArrayList<>();
        Objects.requireNonNullElse(named, Map.<String, Keys>of()).forEach((file, keys) -> {
            String where = "published: " + file;
            if (!file.matches("[\\w.-]+\\.csv")) {
                throw new UsageException(where + ": give the name of a CSV file without its directory");
            }
            String content = content(where, directory, file);
            List<List<String>> rows = rows(where, content);
            Keys given = keys == null ? Keys.NONE : keys;
            String title = given.title() == null ? titleOf(content, file) : given.title();
            all.add(new Published(new PublishedFigures(file, title, match(where, given, rows.get(0))), content));
        });
        return all;
    }

    /** @throws UsageException if rows are to be matched by a parameter that none of the workloads has */
    public void requireKnown(List<Selection> selections) {
        figures.match().map(PublishedFigures.Match::rowKey).ifPresent(key -> {
            TreeSet<String> known = new TreeSet<>(List.of(WORKLOAD, PHASE));
            selections.forEach(selection -> known.addAll(selection.values().keySet()));
            Suggestions.require("published: " + figures.file() + ": rowKey", key, known);
        });
    }

    private static Optional<PublishedFigures.Match> match(String where, Keys keys, List<String> columns) {
        List<String> given = Stream.of(
                        keys.rowKey(), keys.rowColumn(), keys.baselineColumn(), keys.otherColumn(), keys.better())
                .filter(Objects::nonNull)
                .toList();
        if (given.isEmpty()) {
            return Optional.empty();
        }
        if (given.size() < 5) {
            throw new UsageException(where + ": give all of rowKey, rowColumn, baselineColumn, otherColumn and better,"
                    + " or none of them");
        }
        given.subList(1, 4).forEach(column -> Suggestions.require(where + ": no column", column, columns));
        if (!List.of("higher", "lower").contains(keys.better())) {
            throw new UsageException(where + ": better: '" + keys.better() + "'; valid: higher, lower");
        }
        return Optional.of(new PublishedFigures.Match(
                keys.rowKey(), keys.rowColumn(), keys.baselineColumn(), keys.otherColumn(), keys.better()));
    }

    private static List<List<String>> rows(String where, String content) {
        try {
            return PublishedFigures.rows(content);
        } catch (CsvParseException e) {
            throw new UsageException(where + " is no CSV: " + e.getMessage(), e);
        }
    }

    /** Returns the first sentence of the comments at the head, which names the authors. */
    private static String titleOf(String content, String file) {
        String comments = content.lines()
                .takeWhile(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+", "").strip())
                .collect(Collectors.joining(" "));
        String sentence = SENTENCE_END.split(comments.replaceFirst("^Published:\\s*", ""), 2)[0].strip();
        return sentence.isEmpty() ? file : sentence;
    }

    private static String content(String where, Optional<Path> directory, String file) {
        Optional<Path> beside = directory.map(folder -> folder.resolve(file)).filter(Files::isRegularFile);
        try (InputStream in = Thread.currentThread().getContextClassLoader().getResourceAsStream(FOLDER + file)) {
            if (beside.isPresent()) {
                return UserFile.text(beside.get());
            }
            if (in == null) {
                throw new UsageException(where + " is neither a file beside the study nor one that Rowmark brings");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UsageException(where + " cannot be read: " + ErrorMessages.of(e), e);
        }
    }
}
