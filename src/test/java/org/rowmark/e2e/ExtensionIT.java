package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Adding a database, a workload or a study is adding one file: each test does it. */
class ExtensionIT {
    @TempDir
    Path temp;

    private Path directory;

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createDirectory(temp.resolve("work"));
    }

    @Test
    void a_database_is_one_file() throws Exception {
        Path classes = compile("Toy", """
                package org.rowmark.databases;

                import com.google.auto.service.AutoService;
                import java.util.List;
                import java.util.Map;
                import java.util.Set;
                import org.rowmark.db.*;
                import org.rowmark.targets.*;

                @AutoService(Database.class)
                public final class Toy implements Database {
                    public String id() { return "toy"; }
                    public String name() { return "Toy"; }
                    public List<Target> targets() {
                        return List.of(Target.builtIn("toy", "toy", ServerKind.EMBEDDED));
                    }
                    public Dialect dialect() { return new Dialect() {}; }
                    public Set<Feature> features() { return Set.of(Feature.MULTI_ROW_INSERT); }
                    public Launcher launcher() {
                        return (target, workspace) -> Server.unmanaged(
                                DriverJars.endpoint(target, "jdbc:h2:mem:toy;DB_CLOSE_DELAY=-1"));
                    }
                    public Monitor monitor() {
                        return connection ->
                                new ServerInfo("Toy 1", "commit waits for the disk: no (a toy)", Map.of());
                    }
                }
                """);

        Cli cli = Cli.in(directory).andClasses(classes);
        assertThat(cli.run("list", "databases").out()).contains("toy");
        Cli.Result result =
                cli.runTiny("insert-multirow", "--target", "toy", "-p", "rows=10", "--rounds", "1", "--out", "out");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(directory.resolve("out/report.md")).content().contains("Toy 1");
    }

    @Test
    void a_workload_is_one_file() throws Exception {
        Path classes = compile("SumOfOne", """
                package org.rowmark.workloads;

                import java.sql.*;
                import org.openjdk.jmh.annotations.*;
                import org.rowmark.run.*;
                import org.rowmark.workload.*;
                import org.rowmark.fixture.Session;
                import org.rowmark.workload.WorkloadInfo;

                @WorkloadInfo("one sum")
                @BenchmarkMode(Mode.Throughput)
                @State(Scope.Thread)
                public class SumOfOne {
                    @Param({"1", "2"}) public int summand;
                    private PreparedStatement statement;

                    @Setup
                    public void prepare(Session session) throws SQLException {
                        statement = session.connection().prepareStatement("select sum(" + summand + ")");
                    }

                    @Benchmark
                    public long sum() throws SQLException {
                        try (ResultSet row = statement.executeQuery()) {
                            row.next();
                            return row.getLong(1);
                        }
                    }

                    public static void main(String... arguments) {
                        Bench.main(SumOfOne.class, arguments);
                    }
                }
                """);

        Cli cli = Cli.in(directory).andClasses(classes);
        assertThat(cli.run("list", "workloads").out()).contains("sum-of-one", "summand=1,2", "insert-single");
        Cli.Result result = cli.runTiny("sum-of-one", "--target", "h2-mem", "--rounds", "1", "--out", "out");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).contains("cells: 2 ok, 0 failed, 0 skipped");
    }

    @Test
    void a_study_is_one_file() throws Exception {
        String study = """
                question: Does a pool pay on an embedded database?
                workloads:
                  connect: { source: [raw, pool] }
                targets: [h2-mem]
                rounds: 1
                warmups: 0
                iterations: 1
                time: 50ms
                """;
        Path classes = temp.resolve("classes");
        Files.createDirectories(classes.resolve("studies"));
        Files.writeString(classes.resolve("studies/does-a-pool-pay.yaml"), study);
        Files.writeString(directory.resolve("mine.yaml"), study);

        Cli onClassPath = Cli.in(directory).andClasses(classes);
        assertThat(onClassPath.run("list", "studies").out()).contains("does-a-pool-pay", "quick-tour");
        assertThat(onClassPath
                        .run("run", "--study", "does-a-pool-pay", "--out", "out")
                        .exitCode())
                .isZero();
        assertThat(directory.resolve("out/report.md")).content().contains("Does a pool pay on an embedded database?");

        assertThat(Cli.in(directory)
                        .run("run", "--study", "mine.yaml", "--out", "out2")
                        .exitCode())
                .isZero();
    }

    /** Compiles one source file with the annotation processors of the build, against the jar alone. */
    private Path compile(String name, String source) throws IOException {
        Path classes = Files.createDirectories(temp.resolve("classes"));
        Path file = Files.writeString(temp.resolve(name + ".java"), source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = List.of(
                "-d",
                classes.toString(),
                "-cp",
                Cli.jar() + ":" + System.getProperty("rowmark.processors"),
                "-processorpath",
                System.getProperty("rowmark.processors"),
                "--release",
                "17");
        boolean compiled = compiler.getTask(
                        null,
                        null,
                        problem -> {
                            if (problem.getKind() == javax.tools.Diagnostic.Kind.ERROR) {
                                throw new AssertionError(problem.getMessage(Locale.ROOT));
                            }
                        },
                        options,
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(file))
                .call();
        assertThat(compiled).isTrue();
        return classes;
    }
}
