package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.h2.tools.Server;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.directory.RunDirectory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs from the command to the report. */
class RunIT {
    @TempDir
    Path temp;

    private Path directory;

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createDirectory(temp.resolve("work"));
    }

    @Tag("slow")
    @Test
    void tours_the_embedded_databases_without_arguments() throws Exception {
        Cli.Result result = Cli.in(directory).runTiny("--rounds", "1", "--seed", "11", "--out", "tour");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        RunRecord record = RunDirectory.read(directory.resolve("tour"));
        assertThat(record.manifest().cells())
                .extracting(PlannedCell::target)
                .containsOnly("h2", "hsqldb", "derby", "sqlite");
        assertThat(record.manifest().cells())
                .extracting(PlannedCell::workload)
                .containsOnly("insert-batch", "point-select", "update-single", "aggregate");
        assertThat(record.count(Outcome.OK)).isEqualTo(16);
        assertThat(record.manifest().progress().status()).isEqualTo(Manifest.Status.COMPLETE);
        assertThat(record.manifest().request().seed()).isEqualTo(11);
        assertThat(result.out()).contains("cells: 16 ok, 0 failed, 0 skipped", "report: tour/report.html", "[16/16]");
    }

    @Test
    void writes_a_record_an_export_a_log_and_reports_that_the_record_gives_again() throws Exception {
        Cli.in(directory)
                .runTiny(
                        "point-select",
                        "--target",
                        "h2",
                        "--target",
                        "sqlite",
                        "-p",
                        "rows=100",
                        "--rounds",
                        "1",
                        "--out",
                        "out");

        Path out = directory.resolve("out");
        assertThat(out)
                .isDirectoryContaining("glob:**/run.json")
                .isDirectoryContaining("glob:**/environment")
                .isDirectoryContaining("glob:**/samples.jsonl")
                .isDirectoryContaining("glob:**/jmh.json")
                .isDirectoryContaining("glob:**/log.txt")
                .isDirectoryContaining("glob:**/report.html")
                .isDirectoryContaining("glob:**/report.md");
        assertThat(out.resolve("report.md")).content().contains("sqlite", "h2", "ops/s", "--seed");
        assertThat(RunDirectory.read(out).samples()).filteredOn(Sample::warmup).hasSize(2);
        JsonNode jmh = JsonMapper.shared().readTree(Files.readString(out.resolve("jmh.json")));
        assertThat(jmh.size()).isEqualTo(2);
        assertThat(jmh.get(0).get("forks").asInt()).isEqualTo(1);
        assertThat(jmh.get(0).get("primaryMetric").get("rawData").size()).isEqualTo(1);
        assertThat(Cli.in(directory).run("report", "out", "--out", "again.html").exitCode())
                .isZero();
        assertThat(directory.resolve("again.html")).hasSameBinaryContentAs(out.resolve("report.html"));
        assertThat(directory.resolve("again.md")).exists();
    }

    @Tag("slow")
    @Test
    void shows_which_data_it_measured_on() throws Exception {
        Cli.in(directory)
                .runTiny(
                        "point-select",
                        "--target",
                        "sqlite",
                        "-p",
                        "rows=10,20",
                        "--rounds",
                        "1",
                        "--seed",
                        "7",
                        "--out",
                        "out");

        Path out = directory.resolve("out");
        Map<String, String> data =
                RunDirectory.read(out).manifest().targets().get(0).environment().data();
        assertThat(data)
                .hasSize(2)
                .containsValue("narrow rows, generator 1, rows 10, seed 7")
                .containsValue("narrow rows, generator 1, rows 20, seed 7");
        assertThat(out.resolve("environment/sqlite.json")).content().contains(data.keySet());
    }

    /** SessionTest has the connections of threads, and FixedWorkTest the threads of forks. */
    @Tag("slow")
    @Test
    void measures_with_several_threads_each_with_its_own_connection() throws Exception {
        String database = "jdbc:h2:tcp://localhost:%d/mem:counted;OPTIMIZE_REUSE_RESULTS=0";
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        try {
            String url = database.formatted(server.getPort());
            Files.writeString(
                    directory.resolve("targets.yaml"), "targets: { counted: { database: h2, url: '" + url + "' } }");
            try (Connection own = DriverManager.getConnection(url)) { // keeps the database, too
                Cli cli = Cli.in(directory);
                Process process = cli.start(
                        "run",
                        "insert-single",
                        "--targets-file",
                        "targets.yaml",
                        "--target",
                        "counted",
                        "--threads",
                        "3",
                        "--counters",
                        "off",
                        "-p",
                        "commit=every",
                        "--rounds",
                        "1",
                        "--warmups",
                        "0",
                        "--iterations",
                        "1",
                        "--time",
                        "1s",
                        "--out",
                        "out");
                Set<Integer> inserting = sessionsInserting(own, process);
                Cli.Result result = cli.finish(process);

                assertThat(result.exitCode()).as(result.toString()).isZero();
                assertThat(RunDirectory.read(directory.resolve("out"))
                                .manifest()
                                .sampling()
                                .threads())
                        .isEqualTo(3);
                assertThat(inserting).as("connections that inserted").hasSize(3);
            }
        } finally {
            server.stop();
        }
    }

    /** Returns the numbers of the connections that were seen inserting until the process ended. */
    private static Set<Integer> sessionsInserting(Connection own, Process process) throws Exception {
        Set<Integer> inserting = new HashSet<>();
        try (PreparedStatement sessions = own.prepareStatement("select session_id from information_schema.sessions"
                + " where executing_statement like 'insert into rowmark_insert_single%'")) {
            while (!process.waitFor(1, TimeUnit.MILLISECONDS)) {
                try (ResultSet row = sessions.executeQuery()) {
                    while (row.next()) {
                        inserting.add(row.getInt(1));
                    }
                }
            }
        }
        return inserting;
    }

    @Tag("slow")
    @Test
    void hands_the_options_behind_two_dashes_to_JMH() throws Exception {
        Cli.Result result = Cli.in(directory)
                .run(
                        "run",
                        "connect",
                        "--target",
                        "h2-mem",
                        "-p",
                        "source=pool",
                        "--rounds",
                        "1",
                        "--warmups",
                        "0",
                        "--iterations",
                        "1",
                        "--time",
                        "50ms",
                        "--out",
                        "out",
                        "--",
                        "-bm",
                        "avgt",
                        "-tu",
                        "us",
                        "-prof",
                        "gc");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(RunDirectory.read(directory.resolve("out")).samples())
                .singleElement()
                .satisfies(sample -> {
                    assertThat(sample.unit()).isEqualTo("us/op");
                    assertThat(sample.secondary()).containsKey("gc.alloc.rate.norm");
                });
    }
}
