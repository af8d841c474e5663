package org.rowmark.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.TargetsFile;
import org.rowmark.link.LinkSpec;
import org.rowmark.options.LinkSweep;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.directory.RecordedRun;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.result.jmh.JmhFile;
import org.rowmark.study.Studies;
import org.rowmark.util.UsageException;

/** Damaged files and texts of users: each is read, or refused in words. */
class ReadersFuzzTest {
    private static final Path WORKLOADS = Path.of("../bench-workloads/src/main/resources");

    private static final List<String> TARGETS = List.of("""
            # yaml-language-server: $schema=docs/targets.schema.json
            targets:
              pg-async:
                database: postgresql
                settings:
                  synchronous_commit: "off"
                  shared_buffers: 512MB
              pg-16: { database: postgresql, version: 16 }
              own: { database: postgresql, home: /opt/pgsql-19, placement: socket }
              boxed: { database: sqlserver, server: container, settings: { ACCEPT_EULA: "Y" } }
            """, """
            targets:
              pg-office:
                database: postgresql
                url: jdbc:postgresql://db1:5432/bench
                user: bench
                password: ${env:PG_PASSWORD}
                driver: org.postgresql:postgresql:42.5.0
                isolation: read-committed
                link: rtt=500us,bandwidth=1g
                production: true
                properties: { useServerPrepStmts: "true" }
              my-office: { database: mysql, url: 'jdbc:mysql://db/x', user: me, password: literally, link: ethernet-1g }
            """);

    private static final List<String> LINKS = List.of(
            "ethernet-1g",
            "rtt=500us,bandwidth=1g,jitter=50us",
            "ethernet-1g,rtt=1.5ms,port=4000",
            "none",
            "rtt=0,bandwidth=2.5g",
            "rtt=10s,bandwidth=none");

    /** The one file of JMH's that cannot be read. */
    private static final String TORN = "jmh-torn.json";

    @TempDir
    Path temp;

    private Path file;

    @BeforeEach
    void name_a_file() {
        file = temp.resolve("file.yaml");
    }

    @Test
    void targets_files() throws Exception {
        Fuzzing.inputs(Mutations.texts(TARGETS), input -> {
            Files.write(file, input);
            new TargetsFile(file, name -> name.equals("PG_PASSWORD") ? "secret" : null, warning -> {})
                    .read()
                    .values()
                    .forEach(target -> {
                        try {
                            assertThat(target.get()).isNotNull();
                        } catch (UsageException e) {
                            // what a variable or a driver is missing is found when it is used
                        }
                    });
        });
    }

    @Test
    void study_files() throws Exception {
        copy(WORKLOADS.resolve("published"));
        Fuzzing.inputs(contents(WORKLOADS.resolve("studies")), input -> {
            Files.write(file, input);
            Studies.named(file.toString());
        });
    }

    @Test
    void tables_of_published_figures() throws Exception {
        Path study = Files.writeString(temp.resolve("study.yaml"), """
                question: What was published?
                workloads: { answers: }
                targets: [h2-mem]
                published:
                  table.csv: { title: A table }
                """);
        Path table = temp.resolve("table.csv");
        Fuzzing.inputs(contents(WORKLOADS.resolve("published")), input -> {
            Files.write(table, input);
            Studies.named(study.toString());
        });
    }

    @Test
    void manifests_of_runs() throws Exception {
        Path run = RecordedRun.write(temp.resolve("run"));
        Path manifest = run.resolve("run.json");
        Fuzzing.inputs(List.of(Files.readAllBytes(manifest)), input -> {
            Files.write(manifest, input);
            read(run);
        });
    }

    @Test
    void samples_of_runs() throws Exception {
        Path run = RecordedRun.write(temp.resolve("run"));
        Path samples = run.resolve("samples.jsonl");
        Fuzzing.inputs(List.of(Files.readAllBytes(samples)), input -> {
            Files.write(samples, input);
            List<String> damages = read(run).samples().damages();
            if (!damages.isEmpty()) { // these lines are refused, and the others are read
                throw new UsageException(String.join("\n", damages));
            }
        });
    }

    @Test
    void files_of_JMH() throws Exception {
        Fuzzing.inputs(contents(Path.of("src/test/resources/org/rowmark/result/jmh")), input -> {
            Files.write(file, input);
            JmhFile.read(file);
        });
    }

    @Test
    void links() throws Exception {
        Fuzzing.texts(LINKS, text -> {
            LinkSweep.parse("--link", text);
            if (!text.strip().equals(LinkSpec.NONE)) {
                LinkSpec.parse("--link", text);
            }
        });
    }

    private static RunRecord read(Path run) throws IOException {
        RunRecord record = RunDirectory.read(run);
        record.summaries();
        try (Stream<Sample> samples = record.samples().stream()) {
            samples.forEach(sample -> {});
        }
        try (Stream<Sample> samples = record.samples().scores()) {
            samples.forEach(sample -> {});
        }
        record.samples().addUpMeasured(ArrayList<Sample>::new, List::add, List::addAll);
        return record;
    }

    private void copy(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList()) {
                Files.copy(each, temp.resolve(each.getFileName()));
            }
        }
    }

    private static List<byte[]> contents(Path folder) throws IOException {
        List<byte[]> contents = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.filter(each -> !each.endsWith(TORN)).sorted().toList()) {
                contents.add(Files.readAllBytes(each));
            }
        }
        return contents;
    }
}
