package org.rowmark.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.rowmark.report.model.View;
import org.rowmark.report.section.Publication;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.Manifest.ControlCell;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.PublishedFigures;
import org.rowmark.result.ReportView;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;

/**
 * A made-up run of the study restore: restore methods x indexes x page sizes x two server modes, with phases whose
 * lengths are known. Data takes 4 s, over TCP 40 s; indexes take 2 s; schema, constraints and the rest 0.8 s. Every
 * round has a factor that all cells share, every cell a noise of its own. {@code api-service} reports no phases.
 */
public final class RestoreDemo {
    static final String TCP = "gbak-tcp";
    static final String SERVICE = "gbak-service";
    public static final String API = "api-service";
    static final int ROUNDS = 5;

    /** Number of the cell gbak-service, active, 4096, Super, where 4096 is one of two page sizes. */
    public static final int CONTROL = 9;

    private static final Instant START = Instant.parse("2026-11-20T08:00:00Z");
    private static final List<String> MODES = List.of("Super", "Classic");
    private static final String PUBLISHED = """
            # Published: restore of a 1.5 GB gbak backup to a 3.9 GB database, 2009.
            finding,value,unit,scope
            tcp_over_services_api,5.7,ratio of restore times,Windows mean over servers
            local_over_services_api,2.2,ratio of restore times,Windows mean over servers
            cache_size_effect,1.0,ratio of restore times,three servers
            classic_over_superserver,1.0,ratio of restore times,identical
            page_size_larger_data_phase,slower,direction,Firebird and InterBase without indexes
            page_size_larger_index_phase,faster,direction,all servers
            fastest_server,Firebird 2.1,name,Windows
            """;

    private final List<String> pageSizes;
    private final List<PlannedCell> cells = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();
    private final List<CellOutcome> outcomes = new ArrayList<>();
    private ReportView shown = new ReportView(List.of("indexes", "pageSize", "ServerMode"), "way", SERVICE);
    private RoundOrder order = RoundOrder.INTERLEAVED;
    private Random random = new Random(7);

    private RestoreDemo(List<String> pageSizes) {
        this.pageSizes = pageSizes;
    }

    /** Returns a run of twenty-four cells, the last of them failed. */
    public static RunRecord run() {
        return run("4096", "8192");
    }

    public static RunRecord run(String... pageSizes) {
        return new RestoreDemo(List.of(pageSizes)).whole();
    }

    private RunRecord whole() {
        for (String way : List.of(TCP, SERVICE, API)) {
            for (String indexes : List.of("active", "inactive")) {
                for (String pageSize : pageSizes) {
                    MODES.forEach(mode -> cell(way, indexes, pageSize, mode));
                }
            }
        }
        measure();
        return SamplesInMemory.record(manifest(), samples, outcomes);
    }

    /** Returns the run with another view. */
    public static RunRecord run(ReportView shown) {
        RestoreDemo demo = new RestoreDemo(List.of("4096"));
        demo.shown = shown;
        return demo.whole();
    }

    /** Returns the same plan, measured again. */
    static RunRecord again() {
        RestoreDemo demo = new RestoreDemo(List.of("4096", "8192"));
        demo.random = new Random(8);
        return demo.whole();
    }

    /** Returns the run with another order of rounds. */
    static RunRecord ordered(RoundOrder order) {
        RestoreDemo demo = new RestoreDemo(List.of("4096"));
        demo.order = order;
        return demo.whole();
    }

    /** Returns the view of the run with the published figures. */
    public static View view() {
        RunRecord run = run();
        return Demos.view(
                run, List.of(new Publication(run.manifest().published().get(0), PUBLISHED)), ReportOptions.NONE);
    }

    private void cell(String way, String indexes, String pageSize, String mode) {
        Map<String, String> parameters =
                Map.of("way", way, "indexes", indexes, "pageSize", pageSize, "jobs", "1", "buffers", "default");
        cells.add(new PlannedCell(
                cells.size() + 1, "firebird-" + mode, "restore", "one restore into a fresh name", parameters));
    }

    private void measure() {
        for (int round = 1; round <= ROUNDS; round++) {
            double machine = Math.exp(0.02 * random.nextGaussian()) * (round == 2 ? 1.2 : 1);
            for (PlannedCell cell : cells) {
                int place = round % 2 == 0 ? cell.number() : cells.size() - cell.number();
                Instant start = START.plusSeconds(10_000L * round + 300L * place);
                boolean isFailed = cell.number() == cells.size() && round > 3;
                if (!isFailed) {
                    samples.add(sample(cell, round, start, machine));
                }
                outcomes.add(new CellOutcome(
                        round,
                        cell.number(),
                        isFailed ? Outcome.FAILED : Outcome.OK,
                        isFailed ? "the disk of /srv is full: 1.2 GB needed, 0.9 GB free" : "",
                        start,
                        start.plusSeconds(60),
                        round));
            }
        }
    }

    private Sample sample(PlannedCell cell, int round, Instant start, double machine) {
        Map<String, String> keys = cell.parameters();
        boolean isFull = keys.get("indexes").equals("active");
        boolean isTcp = keys.get("way").equals(TCP);
        Map<String, Double> phases = new LinkedHashMap<>();
        phases.put("schema", 0.2 * noise(machine));
        phases.put("data", (isTcp ? 40 : 4) * larger(keys, 0.97) * noise(machine));
        phases.put("indexes", (isFull ? 2 : 0.02) * larger(keys, 0.8) * noise(machine));
        phases.put("constraints", (isFull ? 0.3 : 0.01) * noise(machine));
        double score = 0.3 * noise(machine)
                + phases.values().stream().mapToDouble(Double::doubleValue).sum();
        Map<String, Sample.Metric> secondary = new TreeMap<>();
        if (!keys.get("way").equals(API)) {
            phases.forEach((name, seconds) -> secondary.put("phase." + name, new Sample.Metric(seconds, "s")));
        }
        secondary.put("backup", new Sample.Metric(90_000_000, "B"));
        secondary.put("database", new Sample.Metric(isFull ? 240_000_000 : 192_000_000, "B"));
        secondary.put("page-size", new Sample.Metric(pageSize(keys.get("pageSize")), "B"));
        return new Sample(
                round,
                cell.number(),
                false,
                1,
                start,
                start.plusSeconds(50),
                "ss",
                score,
                "s/op",
                1,
                secondary,
                "",
                0,
                Map.of());
    }

    private double noise(double machine) {
        return machine * Math.exp(0.006 * random.nextGaussian());
    }

    /** Returns the effect of a larger page on a phase. */
    private static double larger(Map<String, String> keys, double factor) {
        return pageSize(keys.get("pageSize")) > 4096 ? factor : 1;
    }

    private static double pageSize(String requested) {
        return requested.equals("default") ? 8192 : Math.max(4096, Integer.parseInt(requested));
    }

    private Manifest manifest() {
        return new Manifest(
                Manifest.FORMAT,
                "0.1.0",
                new Manifest.Progress(
                        Manifest.Status.COMPLETE,
                        START,
                        Optional.of(START.plusSeconds(60_437)),
                        ROUNDS,
                        "PLANNED",
                        Optional.of(new ControlCell(CONTROL)),
                        List.of(),
                        List.of()),
                new Manifest.Request(
                        "How fast does a backup come back?",
                        "java -jar bench-cli.jar run --study restore --target firebird --scale 0.06 --rounds 4",
                        7221,
                        "firebird-Super",
                        Optional.of(0.06),
                        List.of("ServerMode"),
                        Optional.empty(),
                        Optional.of(shown)),
                new Manifest.Sampling(0, 0, 1, 0, "round", 1, "none"),
                new MeasurementMethod(
                        ROUNDS,
                        MeasurementMethod.DEFAULT_MARGIN,
                        Optional.empty(),
                        order,
                        "mean",
                        MeasurementMethod.CLOSED_LOOP,
                        false),
                new Environment(
                        "bench-01",
                        "AMD EPYC 7443P",
                        24,
                        1L << 37,
                        "Debian 13",
                        "OpenJDK 17",
                        "ext4 on /srv",
                        Map.of()),
                MODES.stream().map(RestoreDemo::target).toList(),
                cells,
                Optional.empty(),
                List.of(new PublishedFigures("restore.csv", "Restore of a 1.5 GB backup, 2009", Optional.empty())));
    }

    private static TargetFacts target(String mode) {
        return new TargetFacts(
                "firebird-" + mode,
                "firebird",
                "Firebird",
                "local",
                "jdbc:firebird://127.0.0.1:41207/rowmark",
                "LI-V3.0.11.33703 Firebird 3.0",
                "Jaybird 6.0.6",
                List.of(),
                "commit waits for the disk: yes (ForcedWrites=on)",
                Map.of("ServerMode", mode),
                Map.of("ServerMode", mode, "PageBuffers", "2048"),
                Set.of(),
                Map.of("gbak", "LI-V3.0.11.33703 Firebird 3.0"),
                "loopback",
                Optional.empty(),
                TargetEnvironment.UNKNOWN);
    }
}
