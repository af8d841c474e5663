package org.rowmark.workloads.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.data.DataGenerator;
import org.rowmark.db.sql.LexicalRule;
import org.rowmark.options.DrawnParameters;
import org.rowmark.options.RunOption;
import org.rowmark.util.UsageException;

/** The values of a pass: those of a row of a CSV file, and those that are drawn. */
record SqlValues(SqlParameters file, DrawnParameters drawn) {
    static final SqlValues NONE = new SqlValues(SqlParameters.NONE, DrawnParameters.NONE);

    /** Seed of the values by which results are compared, and rows of them. */
    private static final DataGenerator COMPARED = new DataGenerator(1);

    private static final int MOST_COMPARED = 100;

    SqlValues {
        file.columns().stream().filter(drawn.byName()::containsKey).findFirst().ifPresent(name -> {
            throw new UsageException(RunOption.SQL_PARAM.name() + " " + name + ": " + file.file()
                    + " has a column of that name; rename one");
        });
    }

    /** Returns the names of all values; columns that no row has a name for have none. */
    private List<String> names() {
        return Stream.concat(
                        IntStream.range(0, columns())
                                .mapToObj(i -> i < file.columns().size()
                                        ? file.columns().get(i)
                                        : ""),
                        drawn.byName().keySet().stream())
                .toList();
    }

    private int columns() {
        return Math.max(
                file.columns().size(),
                file.rows().stream().mapToInt(List::size).max().orElse(0));
    }

    List<BoundStatement> bind(List<SqlStatement> statements, Set<LexicalRule> rules) {
        return BoundStatement.of(statements, names(), rules);
    }

    /**
     * Requires a value for each parameter of a script.
     *
     * @throws UsageException naming the script, and the line of the file that has none
     */
    void requireFor(String script, List<BoundStatement> statements) {
        int marks = statements.stream().mapToInt(BoundStatement::questionMarks).sum();
        int named = statements.stream()
                .flatMap(statement -> statement.places().stream())
                .filter(place -> place < columns())
                .mapToInt(place -> place + 1)
                .max()
                .orElse(0);
        file.requireFor(script, Math.max(marks, named));
    }

    /** @throws UsageException naming a drawn parameter that no statement has */
    void requireUsed(List<BoundStatement> statements) {
        List<String> names = names();
        Set<String> used = statements.stream()
                .flatMap(statement -> statement.places().stream())
                .filter(place -> place < names.size())
                .map(names::get)
                .collect(Collectors.toSet());
        drawn.byName().keySet().stream()
                .filter(name -> !used.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new UsageException(
                            RunOption.SQL_PARAM.name() + " " + name + ": no file has :" + name + "; leave it out");
                });
    }

    /** Returns the values of a thread's passes. */
    Rows rows(DataGenerator values, int thread, int threads) {
        return new Rows(values, thread, threads);
    }

    /** Returns the values by which results are compared: all rows of a file, or the first that are drawn. */
    List<List<Object>> compared() {
        if (drawn.byName().isEmpty()) {
            return file.rows();
        }
        Rows rows = rows(COMPARED, 0, 1);
        return IntStream.range(0, MOST_COMPARED).mapToObj(rows::of).toList();
    }

    /** The values of a thread's passes by their number, without end; each thread begins with another row of a file. */
    final class Rows {
        private final int thread;
        private final int columns = columns();
        private final List<DrawnValues> sources = new ArrayList<>();

        private Rows(DataGenerator values, int thread, int threads) {
            this.thread = thread;
            drawn.byName().forEach((name, draw) -> sources.add(DrawnValues.of(name, draw, values, thread, threads)));
        }

        boolean areDrawn() {
            return !sources.isEmpty();
        }

        List<Object> of(long pass) {
            List<Object> row =
                    file.rows().get(Math.floorMod(thread + pass, file.rows().size()));
            if (sources.isEmpty()) {
                return row;
            }
            Object[] all = Arrays.copyOf(row.toArray(), columns + sources.size());
            for (int i = 0; i < sources.size(); i++) {
                all[columns + i] = sources.get(i).value(pass);
            }
            return Arrays.asList(all);
        }
    }
}
