package org.rowmark.overhead;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Threads;
import org.rowmark.options.Warmups;
import org.rowmark.targets.Endpoint;
import org.rowmark.util.Secret;

/**
 * The workloads {@code point-select} and {@code rw-transaction} beside pgbench's own scripts on one private PostgreSQL,
 * in pairs: the select-only script with prepared statements and the default script, at scale 1, which has 100,000
 * accounts.
 */
final class PgbenchOverhead {
    private static final String ACCOUNTS = "100000";
    private static final Duration ITERATION = Duration.ofSeconds(1);
    private static final int WARMUPS = 5;
    private static final int ITERATIONS = 5;
    private static final Pattern URL = Pattern.compile("jdbc:postgresql://([^:/]+):(\\d+)/([^?]+).*");
    private static final Pattern TPS = Pattern.compile("(?m)^tps = ([0-9.]+)");

    /** A workload with its parameters, and the script of pgbench that does the same. */
    private record Pair(String workload, Map<String, List<String>> parameters, List<String> script) {}

    private static final List<Pair> PAIRS = List.of(
            new Pair("point-select", Map.of("rows", List.of(ACCOUNTS)), List.of("-S", "-M", "prepared")),
            new Pair(
                    "rw-transaction",
                    Map.of("branches", List.of("1"), "accounts", List.of(ACCOUNTS)),
                    List.of("-b", "tpcb-like", "-M", "prepared")));

    private final Endpoint endpoint;
    private final long seed;

    private PgbenchOverhead(Endpoint endpoint, long seed) {
        this.endpoint = endpoint;
        this.seed = seed;
    }

    static void measure(int rounds, long seed) throws Exception {
        Scratch.with("postgresql", running -> {
            PgbenchOverhead overhead = new PgbenchOverhead(running.endpoint(), seed);
            overhead.pgbench(List.of("-i", "-q", "-s", "1"));
            for (Pair pair : PAIRS) {
                for (int threads : List.of(1, 4)) {
                    overhead.measure(pair, threads, rounds);
                }
            }
        });
    }

    private void measure(Pair pair, int threads, int rounds) throws Exception {
        new PairedValues(pair.workload() + ", threads " + threads, "suite", "pgbench", "operations/s")
                .measure(rounds, seed, () -> suite(pair, threads), () -> script(pair, threads));
    }

    private double suite(Pair pair, int threads) throws IOException {
        RunOptions options = RunOptions.NONE
                .workloads(List.of(pair.workload()))
                .parameters(pair.parameters())
                .with(RunOption.WARMUPS, Warmups.of(WARMUPS))
                .with(RunOption.WARMUP_TIME, ITERATION)
                .with(RunOption.ITERATIONS, ITERATIONS)
                .with(RunOption.TIME, ITERATION)
                .with(RunOption.THREADS, Threads.of(threads))
                .with(RunOption.SEED, seed);
        return Runs.onServer("postgresql", endpoint.url(), endpoint, options, Runs::score);
    }

    /** Returns the transactions per second, without the time of connecting. */
    private double script(Pair pair, int threads) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(pair.script());
        words.addAll(List.of("-n", "-c", "" + threads, "-j", "" + threads, "-T"));
        pgbench(Stream.concat(words.stream(), Stream.of("2")).toList());
        String printed = pgbench(Stream.concat(words.stream(), Stream.of("" + ITERATIONS * ITERATION.toSeconds()))
                .toList());
        Matcher tps = TPS.matcher(printed);
        if (!tps.find()) {
            throw new IllegalStateException("pgbench printed no tps:\n" + printed);
        }
        return Double.parseDouble(tps.group(1));
    }

    private String pgbench(List<String> arguments) throws IOException, InterruptedException {
        Matcher url = URL.matcher(endpoint.url());
        if (!url.matches()) {
            throw new IllegalStateException(endpoint.url() + " is not understood");
        }
        List<String> words = new ArrayList<>(List.of(program()));
        words.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of("PGHOST", url.group(1), "PGPORT", url.group(2), "PGDATABASE", url.group(3)));
        builder.environment().put("PGUSER", endpoint.user().orElseThrow());
        Optional<Secret> password = endpoint.password();
        password.ifPresent(secret -> builder.environment().put("PGPASSWORD", secret.reveal()));
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("pgbench failed:\n" + printed);
        }
        return printed;
    }

    /** Finds the newest pgbench of Debian's packages. */
    private static String program() throws IOException {
        try (Stream<Path> versions = Files.list(Path.of("/usr/lib/postgresql"))) {
            return versions.map(version -> version.resolve("bin/pgbench"))
                    .filter(Files::isExecutable)
                    .max(Path::compareTo)
                    .orElseThrow(() -> new IllegalStateException("no pgbench in /usr/lib/postgresql"))
                    .toString();
        }
    }
}
