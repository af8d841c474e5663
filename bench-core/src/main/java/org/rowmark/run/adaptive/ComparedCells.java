package org.rowmark.run.adaptive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.plan.Rounds;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.WatchedRatio;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.ReportView;

/** A cell beside its baseline: a row of the report. */
record ComparedCells(PlannedCell cell, PlannedCell baseline) {

    /** Pairs the cells as the report of the run does; only the watched ratio, where there is one. */
    static List<ComparedCells> of(RunRequest request, Rounds.Goal goal, List<PlannedCell> cells) {
        if (goal.ratio().isPresent()) {
            WatchedRatio ratio = goal.ratio().get();
            return List.of(new ComparedCells(ratio.cell(cells, ratio.other()), ratio.cell(cells, ratio.baseline())));
        }
        Optional<ReportView> byParameter = request.output()
                .reporting()
                .view()
                .filter(view ->
                        cells.stream().anyMatch(cell -> cell.parameters().containsKey(view.column())));
        boolean areReferences = cells.stream().allMatch(PlannedCell::isReference);
        Map<List<?>, List<PlannedCell>> lines = cells.stream()
                .filter(cell -> areReferences || !cell.isReference())
                .collect(Collectors.groupingBy(cell -> line(cell, byParameter)));
        String baseline =
                byParameter.map(ReportView::baseline).orElse(request.what().baseline());
        List<ComparedCells> rows = new ArrayList<>();
        for (List<PlannedCell> line : lines.values()) {
            line.stream()
                    .filter(cell -> baseline.equals(byParameter
                            .map(view -> cell.parameters().get(view.column()))
                            .orElse(cell.target())))
                    .findFirst()
                    .ifPresent(first -> line.stream()
                            .filter(cell -> !cell.equals(first))
                            .forEach(cell -> rows.add(new ComparedCells(cell, first))));
        }
        rows.sort(Comparator.comparing(row -> row.cell.number()));
        return rows;
    }

    private static List<?> line(PlannedCell cell, Optional<ReportView> byParameter) {
        return byParameter.isEmpty()
                ? List.of(cell.workload(), cell.parameters())
                : List.of(
                        cell.workload(),
                        cell.target(),
                        cell.without(byParameter.get().column()).parameters());
    }

    /** Returns the name of the cell, with only what differs between cells. */
    String name(List<PlannedCell> cells) {
        return PlannedCell.name(cell.workload(), cell.varying(cells)) + " on " + cell.target();
    }
}
