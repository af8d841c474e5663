package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands that the pages print, as a reader pastes them, in a directory that has the files which they name. */
@Tag("slow")
class DocumentedCommandsIT {
    private static final Path ROOT = Path.of("..");
    private static final Pattern SHELL = Pattern.compile("^```sh\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern STUDY = Pattern.compile("^```yaml\\n(.*?\\nquestion: .*?)^```$", SHELL.flags());
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final Pattern TARGET = Pattern.compile("--target (\\S+)");

    /** What measures for longer than a test may, or another number of rounds, or needs more than one. */
    private static final Pattern LONG = Pattern.compile(
            " --(?:(?:rounds|max-rounds|warmups|warmup-time|iterations|time|precision|budget) \\S+|ratio \"[^\"]*\""
                    + "|order bracketed)");

    /** What needs more than a short round: data, memory, cells, processes, operations. */
    private static final Pattern MUCH = Pattern.compile("rows=\\d{7,}|-Xm|--study|--clients|--find-max");

    private static final Set<String> EMBEDDED = Set.of("h2", "hsqldb", "derby", "sqlite", "duckdb");

    /** ExtensionIT follows them. */
    private static final Set<String> PAGES_WITH_CODE = Set.of("add-a-database.md", "add-a-workload.md");

    @TempDir
    static Path directory;

    @BeforeAll
    static void writeFilesThatCommandsName() throws IOException {
        Files.writeString(directory.resolve("targets.yaml"), """
                targets:
                  pg-async: { database: postgresql, settings: { synchronous_commit: "off" } }
                  pg-office: { database: postgresql }
                  pg1: { database: postgresql }
                """);
        for (String file : List.of("a.sql", "b.sql", "report.sql", "setup.sql")) {
            Files.writeString(directory.resolve(file), "select 1;\n");
        }
        Files.writeString(directory.resolve("read.sql"), "select cast(:id as integer);\n");
        Files.writeString(directory.resolve("write.sql"), "begin;\nselect cast(:id + :amount as integer);\ncommit;\n");
        Matcher study = STUDY.matcher(Files.readString(ROOT.resolve("docs/studies.md")));
        assertThat(study.find()).isTrue();
        Files.writeString(directory.resolve("commit.yaml"), study.group(1));
    }

    static Stream<String> runs() throws IOException {
        return commands().filter(command -> command.matches("(run|aa|prepare|clean)\\b.*"));
    }

    static Stream<String> shortRuns() throws IOException {
        return runs().filter(command -> {
            Set<String> targets = Set.copyOf(TARGET.matcher(command)
                    .results()
                    .map(found -> found.group(1))
                    .toList());
            return !targets.isEmpty()
                    && EMBEDDED.containsAll(targets)
                    && !MUCH.matcher(command).find();
        });
    }

    static Stream<String> listings() throws IOException {
        return commands().filter(command -> command.matches("(list|check|cache list).*"));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void can_be_planned(String command) throws Exception {
        assertSucceeds(with(command.replace(" --dry-run", ""), "--dry-run"));
    }

    @ParameterizedTest
    @MethodSource("shortRuns")
    void measures(String command) throws Exception {
        List<String> words = new ArrayList<>(List.of("--rounds", "1"));
        words.addAll(Cli.TINY);
        assertSucceeds(with(LONG.matcher(command).replaceAll(""), words.toArray(String[]::new)));
    }

    @ParameterizedTest
    @MethodSource("listings")
    void prints(String command) throws Exception {
        assertSucceeds(words(command));
    }

    private static void assertSucceeds(List<String> words) throws Exception {
        Cli.Result result =
                Cli.in(directory).andCache(directory.resolve("cache")).run(words.toArray(String[]::new));

        assertThat(result.exitCode()).as(result.toString()).isZero();
    }

    /** Returns the words of a command with further ones behind its name, before those for JMH. */
    private static List<String> with(String command, String... further) {
        List<String> words = new ArrayList<>(words(command));
        words.addAll(1, Arrays.asList(further));
        return words;
    }

    private static List<String> words(String command) {
        return WORD.matcher(command)
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .toList();
    }

    /** Returns each command once, without the name of the program and comments. */
    private static Stream<String> commands() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (DirectoryStream<Path> docs = Files.newDirectoryStream(ROOT.resolve("docs"), "*.md")) {
            docs.forEach(pages::add);
        }
        List<String> commands = new ArrayList<>();
        for (Path page : pages) {
            if (!PAGES_WITH_CODE.contains(page.getFileName().toString())) {
                SHELL.matcher(Files.readString(page))
                        .results()
                        .flatMap(block ->
                                block.group(1).replaceAll("\\\\\\n\\s*", "").lines())
                        .filter(line -> line.startsWith("./rowmark "))
                        .map(line -> line.substring("./rowmark ".length())
                                .replaceAll("\\s+#.*", "")
                                .strip())
                        .forEach(commands::add);
            }
        }
        assertThat(commands).hasSizeGreaterThan(80);
        return commands.stream().distinct();
    }
}
