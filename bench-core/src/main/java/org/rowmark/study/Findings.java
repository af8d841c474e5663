package org.rowmark.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.rowmark.result.PublishedFigures.Finding;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;

/** A reader of the findings in a table of published figures, which a run may confirm. */
final class Findings {
    /** The keys of a finding. */
    record Keys(String metric, Map<String, String> over, Map<String, String> under, String cannot) {}

    private Findings() {}

    /**
     * Reads the findings of a study.
     *
     * @param where of the table, for errors
     * @param named by the value of the table's first column; null for none
     * @param rows of the table, the first one with the names of its columns
     * @throws UsageException naming the finding that is not in the table, or has not all it needs
     */
    static List<Finding> read(String where, Map<String, Keys> named, List<List<String>> rows) {
        List<String> known = rows.stream().skip(1).map(row -> row.get(0)).toList();
        List<Finding> findings = new ArrayList<>();
        Objects.requireNonNullElse(named, Map.<String, Keys>of()).forEach((name, keys) -> {
            Suggestions.require(where + ": findings: no row", name, known);
            findings.add(finding(where + ": findings: " + name, name, keys));
        });
        return findings;
    }

    private static Finding finding(String where, String name, Keys keys) {
        boolean isComplete = keys != null && isSet(keys.over()) && isSet(keys.under());
        boolean isPartly = keys != null && (isSet(keys.over()) || isSet(keys.under()) || keys.metric() != null);
        boolean cannot = keys != null && keys.cannot() != null && !keys.cannot().isBlank();
        if (cannot ? isPartly : !isComplete) {
            throw new UsageException(
                    where + ": give over: and under:, the cells to divide by each other, or cannot: and why");
        }
        for (Map<String, String> cells : Arrays.asList(keys.over(), keys.under())) {
            requireValues(where, cells);
        }
        return new Finding(name, keys.metric(), keys.over(), keys.under(), keys.cannot());
    }

    /** Requires that each key has a value; a map without any is null. */
    static void requireValues(String where, Map<String, String> values) {
        Objects.requireNonNullElse(values, Map.<String, String>of()).forEach((key, value) -> {
            if (key == null || value == null) {
                throw new UsageException(where + ": " + key + ": give a value");
            }
        });
    }

    private static boolean isSet(Map<String, String> values) {
        return values != null && !values.isEmpty();
    }

    /** Lists the keys that findings name, by the place that an error names. */
    static Map<String, List<String>> keys(String file, List<Finding> findings) {
        Map<String, List<String>> keys = new LinkedHashMap<>();
        for (Finding finding : findings) {
            keys.put(
                    "published: " + file + ": findings: " + finding.name(),
                    Stream.of(finding.over(), finding.under())
                            .flatMap(values -> values.keySet().stream().sorted())
                            .toList());
        }
        return keys;
    }
}
