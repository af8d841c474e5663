package org.rowmark.workloads.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rowmark.db.sql.LexicalRule;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.FilePermissions;

/**
 * The copies of the user's files that the forks of a run read, beside the data of its targets and removed with them: a
 * file that is changed during the run changes nothing.
 */
record SqlFolder(Path path) {
    private static final String SETUP = "setup";
    private static final String TEARDOWN = "teardown";
    private static final String PARAMETERS = "parameters";
    private static final String REFERENCE = "reference";

    /** Returns the folder of the run; no target can have its name. */
    static SqlFolder of(RunningTarget running) {
        return new SqlFolder(running.workspace().data().toAbsolutePath().resolveSibling(".sql"));
    }

    /** Writes copies of the files. */
    void write(SqlInput input) throws IOException {
        Files.createDirectories(path.resolve("scripts"));
        FilePermissions.set(path, "rwx------");
        for (SqlInput.Source script : input.scripts()) {
            Files.writeString(script(script.name()), script.text());
        }
        write(SETUP, input.setup());
        write(TEARDOWN, input.teardown());
        write(PARAMETERS, input.parameters());
    }

    /** Writes the name of the file in front of its text. */
    private void write(String name, Optional<SqlInput.Source> source) throws IOException {
        if (source.isPresent()) {
            Files.writeString(
                    path.resolve(name),
                    source.get().name() + "\n" + source.get().text());
        }
    }

    private Path script(String name) {
        return path.resolve("scripts").resolve(name);
    }

    private Optional<SqlInput.Source> read(String name) throws IOException {
        if (!Files.exists(path.resolve(name))) {
            return Optional.empty();
        }
        String content = Files.readString(path.resolve(name));
        int end = content.indexOf('\n');
        return Optional.of(new SqlInput.Source(content.substring(0, end), content.substring(end + 1)));
    }

    List<SqlStatement> statements(String name, Set<LexicalRule> rules) throws IOException {
        return new SqlInput.Source(name, Files.readString(script(name))).statements(rules);
    }

    Optional<SqlInput.Source> setup() throws IOException {
        return read(SETUP);
    }

    Optional<SqlInput.Source> teardown() throws IOException {
        return read(TEARDOWN);
    }

    SqlParameters parameters() throws IOException {
        return read(PARAMETERS)
                .map(source -> SqlParameters.parse(source.name(), source.text()))
                .orElse(SqlParameters.NONE);
    }

    /** Keeps the answer of the baseline, or the reason for which there is none. */
    void keep(Answer answer) throws IOException {
        Files.writeString(path.resolve(REFERENCE), answer.toLines());
    }

    /** Reads the answer of the baseline; empty if it has none. */
    Optional<Answer> reference() throws IOException {
        return Files.exists(path.resolve(REFERENCE))
                ? Optional.of(Answer.ofLines(Files.readAllLines(path.resolve(REFERENCE))))
                : Optional.empty();
    }
}
