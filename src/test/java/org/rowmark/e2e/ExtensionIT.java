package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.targets.Workspace;

/** Adding a database, a workload or a study is adding one file: the documentation's examples do it as printed. */
class ExtensionIT {
    private static final Path DOCS = Path.of("../docs");
    private static final String DATABASE_PAGE = "add-a-database.md";
    private static final String WORKLOAD_PAGE = "add-a-workload.md";
    /** The tests of a database that the page shows, each with the folder of its module. */
    private static final Map<String, String> DERBY_TESTS = Map.of(
            "DerbyTest", "bench-core/src/test/java/org/rowmark/databases/derby",
            "DerbyRestoreTest", "bench-workloads/src/test/java/org/rowmark/workloads/restore/embedded");

    private static final Pattern JAVA_BLOCK =
            Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern PUBLIC_CLASS = Pattern.compile("public (?:abstract |final )?class (\\w+)");

    @TempDir
    Path temp;

    private Path directory;

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createDirectory(temp.resolve("work"));
    }

    @Test
    void the_documented_database_is_one_file() throws Exception {
        Path classes = compile(complete(DATABASE_PAGE));
        Cli cli = Cli.in(directory).andClasses(classes);
        assertThat(cli.run("list", "databases").out()).contains("pgwire");

        assertThat(temp.toFile().setExecutable(true, false)).isTrue();
        Workspace workspace = new Workspace(Files.createDirectory(temp.resolve("theirs")), temp.resolve("server.log"));
        try (Server server = RequiredServers.start(Targets.builtIn().named("postgresql"), workspace)) {
            Files.writeString(
                    directory.resolve("targets.yaml"),
                    "targets: { wire: { database: pgwire, url: '%s', user: %s, password: '%s' } }"
                            .formatted(
                                    server.endpoint().url(),
                                    server.endpoint().user().orElseThrow(),
                                    server.endpoint().password().orElseThrow().reveal()));
            Cli.Result result = cli.runTiny(
                    "insert-multirow",
                    "--targets-file",
                    "targets.yaml",
                    "--target",
                    "wire",
                    "-p",
                    "rows=10",
                    "--rounds",
                    "1",
                    "--out",
                    "out");

            assertThat(result.exitCode()).as(result.toString()).isZero();
            assertThat(directory.resolve("out/report.md")).content().contains("PostgreSQL protocol");
        }
    }

    @Test
    void the_documented_members_of_a_database_compile() throws Exception {
        List<String> members = javaBlocks(DATABASE_PAGE).stream()
                .filter(block -> block.startsWith("@Override"))
                .toList();

        assertThat(members).isNotEmpty();
        compile("""
                package org.rowmark.databases.documented;
                import java.sql.*;
                import java.util.*;
                import org.rowmark.databases.support.query.*;
                import org.rowmark.db.*;
                public abstract class Documented implements Monitor {
                """ + String.join("\n", members) + "}");
    }

    @Test
    void the_documented_tests_of_a_database_are_those_of_derby() throws Exception {
        List<String> tests = javaBlocks(DATABASE_PAGE).stream()
                .filter(block -> block.startsWith("class "))
                .toList();

        assertThat(tests)
                .hasSize(DERBY_TESTS.size())
                .allSatisfy(test ->
                        assertThat(source(test.split(" ", 3)[1])).content().contains(test));
    }

    private static Path source(String test) {
        return Path.of("..", DERBY_TESTS.get(test), test + ".java");
    }

    @Test
    void the_documented_workload_is_one_file() throws Exception {
        Path classes = compile(complete(WORKLOAD_PAGE));

        Cli cli = Cli.in(directory).andClasses(classes);
        assertThat(cli.run("list", "workloads").out()).contains("count-rows", "rows=10000", "insert-single");
        Cli.Result result =
                cli.runTiny("count-rows", "--target", "h2-mem", "-p", "rows=10", "--rounds", "1", "--out", "out");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).contains("cells: 1 ok, 0 failed, 0 skipped");
    }

    @Tag("slow")
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

    /** The only Java block of a page that is a whole file. */
    private static String complete(String page) throws IOException {
        List<String> complete = javaBlocks(page).stream()
                .filter(block -> block.startsWith("package "))
                .toList();
        assertThat(complete).as(page).hasSize(1);
        return complete.get(0);
    }

    private static List<String> javaBlocks(String page) throws IOException {
        return JAVA_BLOCK
                .matcher(Files.readString(DOCS.resolve(page)))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    /** Compiles one source file with the annotation processors of the build, against the jar alone. */
    private Path compile(String source) throws IOException {
        Matcher name = PUBLIC_CLASS.matcher(source);
        assertThat(name.find()).as(source).isTrue();
        Path classes = Files.createDirectories(temp.resolve("classes"));
        Path file = Files.writeString(temp.resolve(name.group(1) + ".java"), source);
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
