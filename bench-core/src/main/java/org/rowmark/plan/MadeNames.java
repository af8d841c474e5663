package org.rowmark.plan;

import java.util.List;
import java.util.stream.Stream;
import org.rowmark.options.RunOption;
import org.rowmark.targets.Target;

/** The names of tables, routines, schemas and databases that a run makes on a target, as its workloads declare them. */
public final class MadeNames {
    /** The table that lists what Rowmark has made. */
    private static final String MARKER = "rowmark_marker";

    private MadeNames() {}

    /** Lists the names, each once; empty if the run only reads. */
    public static List<String> of(Plan plan, Target target) {
        boolean writes = RunOption.writing().stream()
                .anyMatch(option -> plan.request().load().options().get(option).isPresent());
        List<String> names = plan.all().stream()
                .filter(cell -> cell.target().equals(target)
                        && plan.skip(cell.planned()).isEmpty()
                        && (writes || !cell.workload().onlyReads()))
                .flatMap(cell -> cell.workload().makes(cell.planned().parameters()).stream())
                .distinct()
                .toList();
        return names.isEmpty()
                ? names
                : Stream.concat(names.stream(), Stream.of(MARKER)).toList();
    }
}
