package org.rowmark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.rowmark.link.LinkFacts;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;

/** A run of two servers behind links of five round-trip times, one without a link and an embedded database. */
public final class LinkDemo {
    private static final Map<String, Integer> RTT_MICROS = new LinkedHashMap<>();

    static {
        RTT_MICROS.put("0us", 0);
        RTT_MICROS.put("20us", 20);
        RTT_MICROS.put("100us", 100);
        RTT_MICROS.put("500us", 500);
        RTT_MICROS.put("1ms", 1000);
    }

    private static final int ROUNDS = 6;
    private static final double NOISE = 0.015;

    private final boolean isCounted;
    private final List<PlannedCell> cells = new ArrayList<>();
    private final List<Level> levels = new ArrayList<>();
    private final DemoRun run = new DemoRun(ROUNDS)
            .threads(1)
            .varied("link")
            .question("What does each row cost, and what does the network add?")
            .command("./rowmark run --study row-by-row --target mariadb,postgresql,h2-tcp,h2");

    private LinkDemo(boolean isCounted) {
        this.isCounted = isCounted;
    }

    public static RunRecord run() {
        return new LinkDemo(true).whole();
    }

    /** Returns the same run without counters. */
    public static RunRecord uncounted() {
        return new LinkDemo(false).whole();
    }

    /** Returns the same run with so many threads. */
    public static RunRecord ofThreads(int threads) {
        LinkDemo demo = new LinkDemo(true);
        demo.run.threads(threads);
        return demo.whole();
    }

    private RunRecord whole() {
        for (String database : List.of("mariadb", "postgresql")) {
            boolean isFirst = database.equals("mariadb");
            RTT_MICROS.forEach((link, micros) -> {
                String name = database + "@" + link;
                run.target(target(
                        name,
                        "local",
                        "link",
                        Map.of("link", link),
                        Optional.of(
                                new LinkFacts(link, 1000L * micros, OptionalLong.empty(), 0).with(measured(micros)))));
                loop(name, (isFirst ? 42 : 35) + 1.01 * micros, isFirst ? 11 : 16, Optional.of(1.0));
                update(name, (isFirst ? 90 : 120) + 2.02 * micros);
            });
        }
        run.target(target("h2-tcp", "local", "loopback", Map.of(), Optional.empty()));
        run.target(target("h2", "embedded", "embedded", Map.of(), Optional.empty()));
        loop("h2-tcp", 24, 9, Optional.empty());
        loop("h2", 1.5, Double.NaN, Optional.empty());
        for (int i = 0; i < cells.size(); i++) {
            run.cell(cells.get(i), levels.get(i));
        }
        return run.build();
    }

    /** Returns what a relay does; that of the shortest delay misses it. */
    private static LinkFacts.Measured measured(int micros) {
        boolean isLate = micros == 20;
        return new LinkFacts.Measured(
                1000L * micros + (isLate ? 14_200 : 4_100),
                1030L * micros + 21_000,
                OptionalDouble.of(2.08e10 - micros),
                isLate ? List.of("round trip") : List.of());
    }

    /** Adds a cell of throughput, whose server waits for its client all the time that it does not work. */
    private void loop(String target, double micros, double serverMicros, Optional<Double> trips) {
        Map<String, Sample.Metric> counters = new LinkedHashMap<>();
        counters.put("client.cpu-time", new Sample.Metric(0.0014, "ms/op"));
        if (!Double.isNaN(serverMicros)) {
            counters.put("client.cpu-time", new Sample.Metric(target.equals("h2-tcp") ? 0.019 : 0.014, "ms/op"));
            counters.put("process.cpu-time", new Sample.Metric(serverMicros / 1000, "ms/op"));
        }
        trips.ifPresent(count -> {
            counters.put("link.round-trips", new Sample.Metric(count, "count/op"));
            counters.put("server.client-wait-time", new Sample.Metric((micros - serverMicros - 6) / 1000, "ms/op"));
        });
        Level level = Level.throughput(1e6 / micros, NOISE);
        add(target, "client-loop", "one row read by its primary key, a call each", level, counters);
    }

    private void update(String target, double micros) {
        add(
                target,
                "client-update",
                "one transaction of an update of ten rows",
                Level.time(micros / 1000, NOISE).counting("rows", 10),
                Map.of(
                        "client.cpu-time", new Sample.Metric(0.02, "ms/op"),
                        "process.cpu-time", new Sample.Metric(0.031, "ms/op"),
                        "link.round-trips", new Sample.Metric(2.0, "count/op")));
    }

    private void add(
            String target, String workload, String operation, Level level, Map<String, Sample.Metric> counters) {
        cells.add(new PlannedCell(cells.size() + 1, target, workload, operation, Map.of()));
        levels.add(isCounted ? level.with(counters) : level);
    }

    private static TargetFacts target(
            String name, String server, String placement, Map<String, String> settings, Optional<LinkFacts> link) {
        String database = name.replaceAll("[@-].*", "");
        return new TargetFacts(
                name,
                database,
                database,
                server,
                "jdbc:" + database + "://127.0.0.1:40113/rowmark",
                "1",
                "a driver",
                List.of(),
                "",
                settings,
                Map.of(),
                Set.of(),
                Map.of(),
                placement,
                link,
                TargetEnvironment.UNKNOWN);
    }
}
