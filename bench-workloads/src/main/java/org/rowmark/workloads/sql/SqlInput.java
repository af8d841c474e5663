package org.rowmark.workloads.sql;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.rowmark.db.sql.LexicalRule;
import org.rowmark.db.sql.UserSql;
import org.rowmark.options.DrawnParameters;
import org.rowmark.options.RunOption;
import org.rowmark.options.SqlFiles;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;
import org.rowmark.util.UserFile;
import org.rowmark.workload.WorkloadOptions;

/**
 * The files of a user's run.
 *
 * @param scripts what is measured, the baseline first
 * @param drawn parameters whose values are drawn
 * @param writes whether statements may be others than queries
 * @param isMix whether the scripts are transactions of one workload
 */
record SqlInput(
        List<Source> scripts,
        Optional<Source> setup,
        Optional<Source> teardown,
        Optional<Source> parameters,
        DrawnParameters drawn,
        boolean writes,
        boolean isMix) {

    /** A file and its text. */
    record Source(String name, String text) {
        List<SqlStatement> statements(Set<LexicalRule> rules) {
            return StatementSplitter.split(name, text, rules);
        }

        StatementSplitter splitter(Set<LexicalRule> rules) {
            return StatementSplitter.of(name, text, rules);
        }
    }

    /**
     * Reads the files that the options name.
     *
     * @throws UsageException if one cannot be read
     */
    static SqlInput read(WorkloadOptions options) {
        Map<String, Path> byName =
                options.get(RunOption.SQL).map(SqlFiles::byName).orElse(Map.of());
        return new SqlInput(
                byName.entrySet().stream()
                        .map(file -> source(RunOption.SQL, file.getKey(), file.getValue()))
                        .toList(),
                source(RunOption.SQL_SETUP, options),
                source(RunOption.SQL_TEARDOWN, options),
                source(RunOption.SQL_PARAMS, options),
                options.get(RunOption.SQL_PARAM).orElse(DrawnParameters.NONE),
                Stream.of(RunOption.SQL_WRITES, RunOption.MIX)
                        .anyMatch(allowing -> options.get(allowing).isPresent()),
                options.get(RunOption.MIX).isPresent());
    }

    private static Optional<Source> source(RunOption<Path> option, WorkloadOptions options) {
        return options.get(option).map(file -> source(option, String.valueOf(file.getFileName()), file));
    }

    private static Source source(RunOption<?> option, String name, Path file) {
        try {
            return new Source(name, UserFile.text(file));
        } catch (NoSuchFileException e) {
            throw new UsageException(option.name() + " " + file + ": there is no such file", e);
        } catch (IOException e) {
            throw new UsageException(option.name() + " " + file + " cannot be read: " + ErrorMessages.of(e), e);
        }
    }

    /**
     * Checks, before there is a session, the files that all sessions of a product read alike.
     *
     * @throws UsageException naming file, statement and line of the first that cannot be measured
     */
    void check(UserSql product) {
        Predicate<Source> isAlike = source -> product.readsAlike(source.text());
        check(scripts.stream().filter(isAlike).toList(), others().filter(isAlike), product.rules());
    }

    /**
     * Checks the files as a session reads them, but for a setup or teardown script that changes how it does.
     *
     * @throws UsageException naming file, statement and line of the first that cannot be measured
     */
    void check(UserSql product, Set<LexicalRule> rules) {
        check(scripts, others().filter(source -> !product.changesRules(source.text())), rules);
    }

    private Stream<Source> others() {
        return Stream.of(setup, teardown).flatMap(Optional::stream);
    }

    private void check(List<Source> measured, Stream<Source> others, Set<LexicalRule> rules) {
        SqlValues values = new SqlValues(
                parameters
                        .map(file -> SqlParameters.parse(file.name(), file.text()))
                        .orElse(SqlParameters.NONE),
                drawn);
        Set<LexicalRule> read = isMix ? Unit.rules(rules) : rules;
        List<BoundStatement> all = new ArrayList<>();
        for (Source script : measured) {
            List<SqlStatement> statements = script.statements(read);
            if (statements.isEmpty()) {
                throw new UsageException(script.name() + " has no statement");
            }
            if (isMix) {
                Unit.requireWhole(statements);
            }
            if (!writes) {
                statements.forEach(SqlInput::requireQuery);
            }
            List<BoundStatement> bound = values.bind(statements, read);
            values.requireFor(script.name(), bound);
            all.addAll(bound);
        }
        if (measured.size() == scripts.size()) {
            values.requireUsed(all);
        }
        others.forEach(script -> script.statements(rules));
    }

    private static void requireQuery(SqlStatement statement) {
        statement.change().ifPresent(word -> {
            throw new UsageException(statement.place() + ": " + (word.isEmpty() ? "this" : word)
                    + " is not of a query; " + RunOption.SQL_WRITES.name() + " allows it");
        });
    }
}
