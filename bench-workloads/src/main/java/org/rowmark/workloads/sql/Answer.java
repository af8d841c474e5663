package org.rowmark.workloads.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.util.ErrorMessages;

/**
 * What a file returned on a target: the result of each statement that returned rows, over the values of parameters.
 *
 * @param name of the file and the target
 * @param problem why there is none, in one line; empty if there is one
 */
record Answer(String name, List<Result> results, String problem) {
    /** The most rows of parameters that are compared. */
    private static final int MOST_VALUES = 100;

    private static final String SEPARATOR = " ";

    Answer {
        results = List.copyOf(results);
    }

    /** Executes a file with the values of each of the first rows of parameters. */
    static Answer of(String name, ScriptRun run, List<List<Object>> rows) throws SQLException {
        List<Result> all = List.of();
        for (List<Object> values : rows.stream().limit(MOST_VALUES).toList()) {
            List<Result> results = run.results(values);
            all = all.isEmpty() ? results : added(all, results);
        }
        return new Answer(name, all.stream().filter(Result::hasRows).toList(), "");
    }

    /** Returns that of a file that failed. */
    static Answer failed(String name, Exception failure) {
        return new Answer(name, List.of(), ErrorMessages.of(failure));
    }

    private static List<Result> added(List<Result> all, List<Result> further) {
        List<Result> sums = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            sums.add(all.get(i).plus(further.get(i)));
        }
        return sums;
    }

    /** @throws IllegalStateException with both answers, if this is not the one of the baseline */
    void requireLike(Answer baseline) {
        if (!baseline.problem.isEmpty()) {
            throw new IllegalStateException(
                    name + " cannot be compared: " + baseline.name + " failed: " + baseline.problem);
        }
        if (results.size() != baseline.results.size()) {
            throw differing(baseline, "returned " + results.size() + " results", baseline.results.size() + " results");
        }
        for (int i = 0; i < results.size(); i++) {
            Result own = results.get(i);
            Result other = baseline.results.get(i);
            String returned = "returned " + own.text() + (results.size() == 1 ? "" : " as result " + (i + 1));
            if (!own.hasRowsOf(other)) {
                throw differing(baseline, returned, other.text());
            }
            if (!own.isLike(other)) {
                throw differing(baseline, returned, "the same rows in another order");
            }
        }
    }

    private IllegalStateException differing(Answer baseline, String own, String other) {
        return new IllegalStateException(name + " " + own + "; " + baseline.name + ": " + other);
    }

    /** Returns the rows and checksums in words. */
    String text() {
        return results.isEmpty()
                ? "no rows"
                : results.stream().map(Result::text).collect(Collectors.joining("; "));
    }

    String toLines() {
        return Stream.concat(
                        Stream.of(name, problem),
                        results.stream()
                                .map(result -> result.rows() + SEPARATOR + result.sum() + SEPARATOR + result.chain()))
                .collect(Collectors.joining("\n"));
    }

    static Answer ofLines(List<String> lines) {
        List<Result> results = lines.stream()
                .skip(2)
                .map(line -> line.split(SEPARATOR, -1))
                .map(parts -> new Result(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2])))
                .toList();
        return new Answer(lines.get(0), results, lines.size() > 1 ? lines.get(1) : "");
    }
}
