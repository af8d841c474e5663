package org.rowmark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.lang3.StringUtils;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.format.Fact;
import org.rowmark.report.format.PlainText;

/**
 * Short texts for parameter values that are too long for a table, such as JSON: a number, and the first characters that
 * differ.
 *
 * @param shown {@code #2 …"size":20…} by parameter and whole value; without parameters that have short values only
 */
record LongValues(Map<String, Map<String, String>> shown) {
    private static final int LONG = 40;
    private static final int CUT = 16;

    static LongValues of(List<List<Cell>> sides) {
        Map<String, Set<String>> values =
                Cell.valuesByKey(sides.stream().flatMap(List::stream).toList());
        values.remove(Cell.WORKLOAD);
        values.values().removeIf(ofKey -> ofKey.stream().allMatch(value -> value.length() <= LONG));
        Map<String, Map<String, String>> shown = new LinkedHashMap<>();
        values.forEach((key, ofKey) -> shown.put(key, shown(ofKey)));
        return new LongValues(shown);
    }

    private static Map<String, String> shown(Set<String> values) {
        int common = values.size() > 1
                ? StringUtils.getCommonPrefix(values.toArray(String[]::new)).length()
                : 0;
        Map<String, String> shown = new LinkedHashMap<>();
        for (String value : values) {
            String rest = common > 0 ? "…" + value.substring(common) : value;
            shown.put(value, "#" + (shown.size() + 1) + " " + PlainText.fit(rest, CUT));
        }
        return shown;
    }

    Cell cut(Cell cell) {
        Map<String, String> keys = new LinkedHashMap<>(cell.keys());
        shown.forEach((key, ofKey) -> keys.computeIfPresent(key, (name, value) -> ofKey.get(value)));
        return cell.withKeys(keys);
    }

    /** Returns the whole values, named by parameter and number. */
    List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        shown.forEach((key, ofKey) -> ofKey.forEach((value, text) ->
                facts.add(new Fact(key + " " + text.substring(0, text.indexOf(' ')), value))));
        return facts;
    }
}
