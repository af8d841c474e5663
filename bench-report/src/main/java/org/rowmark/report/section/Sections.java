package org.rowmark.report.section;

import java.util.List;
import java.util.function.Function;

/** The order of the sections. A new one is a class with such a method and a line here; every format then shows it. */
public final class Sections {
    private static final List<Function<Results, Section>> ORDER = List.of(
            OverallFigure::section,
            Phases::section,
            IndexBuild::section,
            Rate::section,
            PageFill::section,
            Stalls::section,
            FileIoTables::section,
            Findings::section,
            SweepFigures::section,
            LatencyFigures::section,
            EveryRound::figures,
            TimelineFigure::section,
            HeatMap::section,
            Conduct::environment,
            ServerCounters::section,
            CounterFigures::section,
            WorkloadMetrics::section,
            ProtocolFigures::section,
            Publication::section,
            Conduct::section,
            Conduct::targets,
            EveryRound::section,
            Conduct::reproduction);

    private Sections() {}

    /** Returns the sections that depend on the baseline. */
    public static List<Section> ofBaseline(Results results) {
        return List.of(OverallFigure.section(results), HeatMap.section(results));
    }

    /** Returns all sections, including those without contents: they may have data. */
    public static List<Section> of(Results results) {
        return ORDER.stream().map(section -> section.apply(results)).toList();
    }
}
