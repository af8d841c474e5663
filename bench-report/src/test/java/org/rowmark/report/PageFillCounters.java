package org.rowmark.report;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.rowmark.result.Sample;

/**
 * The counters of the databases of {@link PageFillDemo} in one round: MariaDB reports all of data files and log,
 * PostgreSQL the log without its reads, Firebird no times, H2 sizes only.
 */
final class PageFillCounters {
    private static final double PAYLOAD = PageFillDemo.PAYLOAD;
    private static final String BYTES = "bytes/op";
    private static final String COUNT = "count/op";
    private static final String MILLIS = "ms/op";

    /** The share of each data file in their total; the tables of the dictionary share the rest. */
    private static final Map<String, Double> SHARES =
            Map.of("rowmark/page_fill.ibd", 0.95, "ibdata1", 0.03, "undo001", 0.01, "undo002", 0.004, "undo003", 0.004);

    private static final int TABLES_OF_DICTIONARY = 8;

    private final Random random;
    private final Map<String, Sample.Metric> reported = new TreeMap<>();

    PageFillCounters(Random random) {
        this.random = random;
    }

    Map<String, Sample.Metric> reported() {
        return reported;
    }

    /** Adds the counters of a target and returns about how many seconds filling takes. */
    double add(String target) {
        return switch (target) {
            case "mariadb" -> mariadb();
            case "postgresql" -> postgresql();
            case "firebird" -> firebird();
            default -> h2();
        };
    }

    void client() {
        put("client.cpu-time", 900 * noise(1), MILLIS);
        put("client.allocated-bytes", 310e6 * noise(1), BYTES);
        put("client.gc-time", 12 * noise(1), MILLIS);
        put("client.gc-count", 3, COUNT);
    }

    /** Adds the counters with times for each file; in every other round one of them has nothing to do. */
    void files(int round) {
        Map<String, Double> shares = new TreeMap<>(SHARES);
        for (int i = 1; i <= TABLES_OF_DICTIONARY; i++) {
            shares.put("mysql/table_" + i + ".ibd", 0.002 / TABLES_OF_DICTIONARY);
        }
        if (round % 2 == 0) {
            shares.remove("undo003");
        }
        if (reported.containsKey("log.reads")) {
            shares.forEach((file, share) -> file("data", file, share));
            file("log", "ib_logfile0", 1);
        }
    }

    private void file(String kind, String file, double share) {
        for (String name : List.of("reads", "bytes-read", "read-time", "writes", "bytes-written", "write-time")) {
            Sample.Metric ofAll = reported.get(kind + "." + name);
            put(kind + "." + name + ":" + file, share * ofAll.score(), ofAll.unit());
        }
        put(
                kind + ".size:" + file,
                Math.rint(share * reported.get(kind + ".size").score()),
                "bytes");
    }

    private double mariadb() {
        file("data", 14, 229_000, 20, 11_200, 2.05 * PAYLOAD, 9_800);
        file("log", 3, 12_288, 0, 2_900, 1.09 * PAYLOAD, 6_200);
        put("data.syncs", 410, COUNT);
        put("data.size", 1.05 * PAYLOAD, "bytes");
        put("log.size", 100_663_296, "bytes");
        put("server.row-lock-waits", 0, COUNT);
        process(5_400, 3.2);
        put("rows-per-page", 1, "count");
        put("client.cpu-load", 11 * noise(1), "%");
        return 11;
    }

    private double postgresql() {
        file("data", 6, 49_152, 1, 20_600, 1.04 * PAYLOAD, 2_100);
        put("log.writes", 2_600 * noise(1), COUNT);
        put("log.bytes-written", 1.06 * PAYLOAD * noise(1), BYTES);
        put("log.write-time", 5_000 * noise(1), MILLIS);
        put("temp.bytes-written", 0, BYTES);
        put("data.size", 1.03 * PAYLOAD, "bytes");
        put("server.transactions", PageFillDemo.STATEMENTS + 4, COUNT);
        process(4_100, 2.15);
        put("rows-per-page", 1, "count");
        put("client.cpu-load", 14 * noise(1), "%");
        return 8;
    }

    private double firebird() {
        put("data.reads", 310 * noise(1), COUNT);
        put("data.writes", 23_000 * noise(1), COUNT);
        put("data.bytes-written", 23_000 * 8192.0 * noise(1), BYTES);
        put("data.size", 1.12 * PAYLOAD, "bytes");
        process(3_000, 1.2);
        put("client.cpu-load", 86 * noise(1), "%");
        return 14;
    }

    private double h2() {
        put("data.size", 1.4 * PAYLOAD, "bytes");
        put("rows-per-page", 2, "count");
        put("client.cpu-load", 97, "%");
        return 5;
    }

    private void file(
            String kind, double reads, double read, double readTime, double writes, double written, double writeTime) {
        put(kind + ".reads", reads, COUNT);
        put(kind + ".bytes-read", read, BYTES);
        put(kind + ".read-time", readTime * noise(1), MILLIS);
        put(kind + ".writes", writes * noise(1), COUNT);
        put(kind + ".bytes-written", written * noise(1), BYTES);
        put(kind + ".write-time", writeTime * noise(1), MILLIS);
    }

    private void process(double cpuTime, double amplification) {
        put("process.cpu-time", cpuTime * noise(1), MILLIS);
        put("process.bytes-read", 4096, BYTES);
        put("process.bytes-written", amplification * PAYLOAD * noise(1), BYTES);
    }

    void put(String name, double value, String unit) {
        reported.put(name, new Sample.Metric(value, unit));
    }

    /** Returns a factor of about {@code machine}. */
    double noise(double machine) {
        return machine * Math.exp(0.01 * random.nextGaussian());
    }
}
