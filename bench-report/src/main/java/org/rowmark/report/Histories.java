package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.io.function.Uncheck;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.Strings;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.CaseKey;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.history.History;
import org.rowmark.report.history.History.Entry;
import org.rowmark.report.history.History.Row;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.util.UsageException;

/** A reader of histories: each entry is a run directory or a result file of JMH. */
public final class Histories {
    private static final int LEAST_ENTRIES = 5;

    private Histories() {}

    /**
     * Returns why measurements are too few for a history; empty if they are not.
     *
     * @throws UsageException if one does not exist
     */
    public static Optional<String> shortage(List<String> measurements) {
        for (String measurement : measurements) {
            if (Files.notExists(path(measurement))) {
                throw new UsageException(path(measurement) + ": there is no such file or directory");
            }
        }
        return measurements.size() >= LEAST_ENTRIES
                ? Optional.empty()
                : Optional.of("history needs " + LEAST_ENTRIES
                        + " run directories or files of JMH, or more, and was given " + measurements.size());
    }

    /**
     * Reads measurements and searches their rows for changes.
     *
     * @param measurements paths, each maybe behind a name and an equals sign
     * @param isByDate whether they are put in the order of their dates; otherwise they stay in the given one
     * @param margin δ; empty: the usual one
     * @throws UsageException if there are fewer than {@value #LEAST_ENTRIES}, two are the same, or one cannot be read
     */
    public static History read(List<String> measurements, boolean isByDate, Optional<Double> margin)
            throws IOException {
        shortage(measurements).ifPresent(reason -> {
            throw new UsageException(reason);
        });
        List<Input> inputs = inputs(measurements);
        if (isByDate) {
            inputs.sort(Comparator.comparing(Histories::when));
        }
        SideBySide all = SideBySide.of(inputs);
        SideBySide counted =
                new SideBySide(inputs, all.sides().stream().map(Cell::counted).toList());
        Map<CaseKey, List<Cell>> lines = counted.byLine(all.lines());
        lines.values().removeIf(cells -> cells.stream().noneMatch(Cell::isMeasured));
        List<String> notes = new ArrayList<>();
        if (!areInOrder(inputs)) {
            notes.add("the runs are not in the order of their dates; --order date sorts them");
        }
        List<Row> rows = new ArrayList<>();
        lines.forEach((line, cells) -> {
            List<ColumnValue> scores =
                    cells.stream().map(cell -> ColumnValue.score("", cell)).toList();
            boolean isOpenLoop = cells.stream().anyMatch(Cell::isOpenLoop);
            String reason = isOpenLoop ? "it has too few operations for p99" : "it has several modes or units";
            Case.of(rows.size(), line, scores).stream()
                    .filter(result -> result.isResult() && isOfOneUnit(result))
                    .findFirst()
                    .map(result -> new Row(result, List.of()))
                    .ifPresentOrElse(rows::add, () -> notes.add(line.title() + " is left out: " + reason));
        });
        List<Entry> entries = inputs.stream()
                .map(input -> new Entry(input.name(), input.path(), when(input)))
                .toList();
        return History.of(entries, rows, notes, margin.orElse(MeasurementMethod.DEFAULT_MARGIN));
    }

    /** Reads {@code DIR}, {@code FILE} or {@code NAME=FILE}. */
    private static List<Input> inputs(List<String> measurements) throws IOException {
        List<Input> inputs = new ArrayList<>();
        for (Input input : Input.read(measurements.stream().map(Histories::path).toList())) {
            String text = measurements.get(inputs.size());
            String name = isNamed(text)
                    ? StringUtils.substringBefore(text, '=')
                    : Strings.CI.removeEnd(input.name(), ".json");
            inputs.add(new Input(input.path(), name, input.run(), input.file()));
        }
        return inputs;
    }

    private static boolean isNamed(String measurement) {
        return measurement.indexOf('=') > 0 && !Files.exists(Path.of(measurement));
    }

    private static Path path(String measurement) {
        return Path.of(isNamed(measurement) ? StringUtils.substringAfter(measurement, '=') : measurement);
    }

    /** Returns the start of a run, or when a file was written: JMH's files have no time. */
    private static Instant when(Input input) {
        return input.manifest()
                .map(run -> run.progress().started())
                .orElseGet(() -> Uncheck.get(() -> Files.getLastModifiedTime(input.path()))
                        .toInstant());
    }

    /** Returns whether the runs are in the order of their dates; those of files may be of a copy. */
    private static boolean areInOrder(List<Input> inputs) {
        return ArrayUtils.isSorted(inputs.stream()
                .filter(input -> input.run().isPresent())
                .map(Histories::when)
                .toArray(Instant[]::new));
    }

    private static boolean isOfOneUnit(Case line) {
        List<ColumnValue> measured =
                line.sides().filter(ColumnValue::isMeasured).toList();
        return measured.stream().allMatch(measured.get(0)::isComparable);
    }
}
