package org.rowmark.report.model;

import java.util.List;
import java.util.function.Function;
import org.rowmark.report.section.Conduct;
import org.rowmark.report.section.LatencyBySecond;
import org.rowmark.report.section.LatencyFigures;
import org.rowmark.report.section.LatencyTables;
import org.rowmark.report.section.Overview;
import org.rowmark.report.section.Phases;
import org.rowmark.report.section.Publication;
import org.rowmark.report.section.Results;
import org.rowmark.report.section.Section;
import org.rowmark.report.section.ServerCounters;
import org.rowmark.report.section.SingleValues;
import org.rowmark.report.study.Clients;
import org.rowmark.report.study.MemorySteps;
import org.rowmark.report.study.Queries;
import org.rowmark.report.study.RoundTripFits;
import org.rowmark.report.study.Scaling;
import org.rowmark.report.study.SweepFigures;
import org.rowmark.report.study.WhereTimeGoes;
import org.rowmark.report.study.WorkloadMetrics;

/** The order of the sections. A new one is a class with such a method and a line here; every format then shows it. */
public final class Sections {
    private static final List<Function<Results, Section>> ORDER = List.of(
            Phases::section,
            Phases::compared,
            Queries::section,
            WhereTimeGoes::section,
            RoundTripFits::section,
            WorkloadMetrics::section,
            SweepFigures::section,
            Scaling::section,
            MemorySteps::section,
            Clients::section,
            LatencyTables::highestRates,
            LatencyTables::byKind,
            LatencyFigures::section,
            LatencyBySecond::section,
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
