package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What is in the jar and beside it. */
class PackagingIT {
    @Test
    void lists_every_benchmark_class_for_JMH() throws IOException {
        List<String> workloads = entries().stream()
                .filter(name -> name.matches("org/rowmark/workloads/jmh_generated/[A-Za-z]+_[a-z]\\w*_jmhTest\\.class"))
                .map(name -> name.replaceAll(".*/([A-Za-z]+)_.*", "$1"))
                .distinct()
                .toList();

        String benchmarkList = read("META-INF/BenchmarkList");

        assertThat(workloads)
                .hasSizeGreaterThanOrEqualTo(7)
                .allSatisfy(workload -> assertThat(benchmarkList).contains("org.rowmark.workloads." + workload));
    }

    @Test
    void merges_the_services_of_all_drivers() throws IOException {
        assertThat(read("META-INF/services/java.sql.Driver").lines())
                .contains(
                        "org.h2.Driver",
                        "org.hsqldb.jdbc.JDBCDriver",
                        "org.sqlite.JDBC",
                        "org.postgresql.Driver",
                        "com.mysql.cj.jdbc.Driver",
                        "org.firebirdsql.jdbc.FBDriver",
                        "com.microsoft.sqlserver.jdbc.SQLServerDriver");
        assertThat(read("META-INF/services/org.rowmark.db.Database").lines())
                .contains(
                        "org.rowmark.databases.h2.H2",
                        "org.rowmark.databases.postgresql.Postgresql",
                        "org.rowmark.databases.firebird.Firebird");
        assertThat(read("META-INF/services/org.rowmark.workloads.restore.Restorer")
                        .lines())
                .contains(
                        "org.rowmark.workloads.restore.embedded.H2Restorer",
                        "org.rowmark.workloads.restore.mysql.MariaDbRestorer");
    }

    @Test
    void is_small_enough_to_be_passed_on() throws IOException {
        assertThat(Cli.jar()).satisfies(jar -> assertThat(Files.size(jar)).isLessThan(100_000_000));
        assertThat(entries()).noneMatch(name -> name.contains("duckdb_j"));
    }

    @Test
    void carries_no_signature_of_a_part() throws IOException {
        assertThat(entries()).noneMatch(name -> name.matches("META-INF/[^/]+\\.(SF|RSA|DSA|EC)"));
    }

    @Test
    void names_the_licence_of_everything_it_carries() throws IOException {
        assertThat(read("THIRD-PARTY.txt"))
                .contains("com.mysql:mysql-connector-j", "org.firebirdsql.jdbc:jaybird", "org.openjdk.jmh:jmh-core")
                .doesNotContain("Unknown license");
        assertThat(entries()).contains("META-INF/LICENSE", "META-INF/NOTICE");
    }

    /** Maven makes the list only if it may use the network. */
    @Tag("slow")
    @Test
    void comes_with_a_list_of_the_libraries_that_are_in_it() throws IOException {
        Path list = Cli.jar().resolveSibling("bench-cli-sbom.json");
        assumeThat(list).exists();
        List<String> libraries = new ArrayList<>();
        JsonMapper.shared()
                .readTree(list)
                .get("components")
                .forEach(component -> libraries.add(component.get("group").asString() + ":"
                        + component.get("name").asString() + ":"
                        + component.get("version").asString()));

        List<String> licensed = read("THIRD-PARTY.txt")
                .lines()
                .filter(line -> line.contains(" - http"))
                .map(line -> line.replaceAll(".*\\(([^ ]+) - http.*", "$1"))
                .toList();
        assertThat(licensed).hasSizeGreaterThan(50);
        assertThat(libraries).containsAll(licensed);
        assertThat(list).content().doesNotContain("serialNumber").contains("\"hashes\"");
    }

    @Test
    void comes_with_a_completion_script() {
        assertThat(Cli.jar().resolveSibling("bench-cli_completion"))
                .content()
                .contains("--target", "--rounds", "complete -F");
    }

    private static List<String> entries() throws IOException {
        try (JarFile jar = new JarFile(Cli.jar().toFile())) {
            return jar.stream().map(ZipEntry::getName).toList();
        }
    }

    private static String read(String entry) throws IOException {
        try (JarFile jar = new JarFile(Cli.jar().toFile())) {
            return new String(jar.getInputStream(jar.getEntry(entry)).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
