package org.rowmark.report.section;

import java.util.List;
import java.util.function.Function;

/** The order of the sections. A new one is a class with such a method and a line here; every format then shows it. */
public final class Sections {
    private static final List<Function<Results, Section>> ORDER = List.of(
            Phases::section,
            Phases::compared,
            Queries::section,
            WhereTimeGoes::section,
            RoundTripFits::section,
            SweepFigures::section,
            Scaling::section,
            MemorySteps::section,
            Clients::section,
            WorkloadMetrics::section,
            LatencyTables::highestRates,
            LatencyTables::byKind,
            LatencyFigures::section,
            SingleValues::bySecond,
            SingleValues::rounds,
            SingleValues::iterations,
            Overview::ratios,
            Conduct::environment,
            ServerCounters::section,
            Queries::ofFiles,
            Publication::byProtocol,
            Publication::section,
            Conduct::section,
            Conduct::targets,
            Conduct::reproduction);

    private Sections() {}

    /** Returns all sections, including those without contents: they may have data. */
    public static List<Section> of(Results results) {
        return ORDER.parallelStream().map(section -> section.apply(results)).toList();
    }
}
