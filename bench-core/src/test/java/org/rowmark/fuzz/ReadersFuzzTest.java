package org.rowmark.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.commons.lang3.function.FailableFunction;
import org.rowmark.db.TargetsFile;
import org.rowmark.link.LinkSpec;
import org.rowmark.link.sweep.LinkSweep;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.directory.RecordedRun;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.result.jmh.JmhFile;
import org.rowmark.study.Studies;
import org.rowmark.util.UsageException;

/** Readers of targets, studies, run directories, JMH's files and links. */
class ReadersFuzzTest implements FuzzedReaders {
    private static final Path WORKLOADS = Path.of("../bench-workloads/src/main/resources");
    private static final Path JMH = Path.of("../bench-core/src/test/resources/org/rowmark/result/jmh");

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

    @Override
    public Map<String, FailableFunction<Path, FuzzedReader, IOException>> byName() {
        return Map.of(
                "targets", ReadersFuzzTest::targets,
                "studies", ReadersFuzzTest::studies,
                "published", ReadersFuzzTest::published,
                "manifests", ReadersFuzzTest::manifests,
                "samples", ReadersFuzzTest::samples,
                "jmh", ReadersFuzzTest::jmh,
                "links", directory -> links());
    }

    private static FuzzedReader targets(Path directory) {
        return FuzzedReader.ofFile(
                directory.resolve("targets.yaml"),
                FuzzedReader.texts(TARGETS),
                file -> new TargetsFile(file, name -> name.equals("PG_PASSWORD") ? "secret" : null, warning -> {})
                        .read()
                        .values()
                        .forEach(target -> {
                            try {
                                assertThat(target.get()).isNotNull();
                            } catch (UsageException e) {
                                // what a variable or a driver is missing is found when it is used
                            }
                        }));
    }

    private static FuzzedReader studies(Path directory) throws IOException {
        FileUtils.copyDirectory(WORKLOADS.resolve("published").toFile(), directory.toFile());
        return FuzzedReader.ofFile(
                directory.resolve("damaged.yaml"),
                FuzzedReader.contents(WORKLOADS.resolve("studies"), file -> true),
                file -> Studies.named(file.toString()));
    }

    private static FuzzedReader published(Path directory) throws IOException {
        Path study = Files.writeString(directory.resolve("study.yaml"), """
                question: What was published?
                workloads: { answers: }
                targets: [h2-mem]
                published:
                  table.csv: { title: A table }
                """);
        return FuzzedReader.ofFile(
                directory.resolve("table.csv"),
                FuzzedReader.contents(WORKLOADS.resolve("published"), file -> true),
                file -> Studies.named(study.toString()));
    }

    private static FuzzedReader manifests(Path directory) throws IOException {
        Path run = RecordedRun.write(directory.resolve("run"));
        Path manifest = run.resolve("run.json");
        return FuzzedReader.ofFile(manifest, List.of(Files.readAllBytes(manifest)), file -> read(run));
    }

    private static FuzzedReader samples(Path directory) throws IOException {
        Path run = RecordedRun.write(directory.resolve("run"));
        Path samples = run.resolve("samples.jsonl");
        return FuzzedReader.ofFile(samples, List.of(Files.readAllBytes(samples)), file -> {
            List<String> damages = read(run).samples().damages();
            for (String damage : damages) {
                assertThat(damage).isNotBlank().doesNotContain("\n", "\r");
            }
            if (!damages.isEmpty()) { // these lines are refused, and the others are read
                throw new UsageException(damages.get(0));
            }
        });
    }

    private static FuzzedReader jmh(Path directory) throws IOException {
        return FuzzedReader.ofFile(
                directory.resolve("jmh.json"), FuzzedReader.contents(JMH, file -> !file.endsWith(TORN)), JmhFile::read);
    }

    private static FuzzedReader links() {
        return FuzzedReader.ofTexts(LINKS, text -> {
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
        return record;
    }
}
