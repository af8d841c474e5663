package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.Projection;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Sweep;

/**
 * Cells that differ in one numeric parameter and in the keys of the curves: the columns of the comparison, and the
 * target where the comparison names it.
 *
 * @param title the keys that all of them share
 * @param parameter its name
 * @param curves by name of the curve and value of the parameter
 */
record SweepFamily(String title, String parameter, Map<String, TreeMap<Double, Cell>> curves) {
    private static final Set<String> NO_PARAMETERS =
            Set.of(Cell.RUN, Cell.WORKLOAD, Cell.TARGET, Cell.MODE, Cell.THREADS);

    /**
     * Returns the families with three values or more; values that are no numbers, such as {@code default}, have no
     * place on a curve.
     */
    static List<SweepFamily> of(List<Cell> cells, Projection shown) {
        Set<String> parameters = new LinkedHashSet<>();
        cells.forEach(cell -> parameters.addAll(cell.keys().keySet()));
        parameters.removeAll(NO_PARAMETERS);
        List<SweepFamily> families = new ArrayList<>();
        for (String parameter : parameters) {
            List<String> ofCurve = ofCurve(parameter, shown);
            Set<String> named = new LinkedHashSet<>(shown.rows());
            named.addAll(KeyColumns.of(cells.stream().map(Cell::keys).toList(), shown, parameter)
                    .names());
            named.remove(parameter);
            ofCurve.forEach(named::remove);
            Map<String, SweepFamily> byTitle = new LinkedHashMap<>();
            for (Cell cell : cells) {
                OptionalDouble value = value(cell, parameter);
                if (value.isPresent() && cell.isMeasured()) {
                    byTitle.computeIfAbsent(
                                    title(cell, named),
                                    title -> new SweepFamily(title, parameter, new LinkedHashMap<>()))
                            .curves()
                            .computeIfAbsent(curve(cell, ofCurve), name -> new TreeMap<>())
                            .putIfAbsent(value.getAsDouble(), cell);
                }
            }
            byTitle.values().stream().filter(SweepFamily::isCurve).forEach(families::add);
        }
        return families;
    }

    /**
     * Returns the family of those cells that have a metric; a curve without any keeps its place, which is its colour.
     */
    SweepFamily having(String metric) {
        Map<String, TreeMap<Double, Cell>> having = new LinkedHashMap<>();
        curves.forEach((name, cells) -> {
            TreeMap<Double, Cell> some = new TreeMap<>(cells);
            some.values().removeIf(cell -> cell.values().named(metric).isEmpty());
            having.put(name, some);
        });
        return new SweepFamily(title, parameter, having);
    }

    boolean isCurve() {
        return curves.values().stream().anyMatch(curve -> curve.size() >= Sweep.LEAST_POINTS);
    }

    /** Returns the keys whose values name a curve. */
    private static List<String> ofCurve(String parameter, Projection shown) {
        Set<String> keys = new LinkedHashSet<>(List.of(Cell.RUN, shown.column()));
        if (shown.column().equals(parameter) || shown.rows().contains(Cell.TARGET)) {
            keys.add(Cell.TARGET);
        }
        keys.remove(parameter);
        return List.copyOf(keys);
    }

    private static String title(Cell cell, Set<String> keys) {
        return text(cell, keys, key -> !key.equals(Cell.WORKLOAD));
    }

    private static String curve(Cell cell, List<String> keys) {
        return text(cell, keys, key -> Numbers.parsed(cell.keys().get(key)).isPresent());
    }

    /**
     * Returns the values of keys as text.
     *
     * @param isNamed whether the value of a key has the key before it
     */
    private static String text(Cell cell, Collection<String> keys, Predicate<String> isNamed) {
        return keys.stream()
                .filter(cell.keys()::containsKey)
                .map(key -> (isNamed.test(key) ? key + "=" : "") + cell.keys().get(key))
                .collect(Collectors.joining(" "));
    }

    /**
     * Returns the value; empty too where the cell got another page size than the one set: it is no point of that page
     * size.
     */
    private static OptionalDouble value(Cell cell, String parameter) {
        boolean isOther = parameter.equals(Rate.PAGE_SIZE) && Rate.isOtherPage(cell);
        return isOther ? OptionalDouble.empty() : Numbers.parsed(cell.keys().getOrDefault(parameter, ""));
    }
}
