package org.rowmark.databases.h2;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.db.Counter;

/**
 * What H2 counts on its one file, which holds the data and what is a log elsewhere, since the database was opened; a
 * database in memory tells nothing. The counts are exact, but the writing itself comes up to {@code WRITE_DELAY} after
 * the commit.
 */
final class H2Counters {
    /** A setting of the information schema that is one. */
    private record Told(String setting, String metric) {
        Optional<Counter> in(Map<String, String> settings) {
            return Optional.ofNullable(settings.get(setting))
                    .map(value -> CounterQuery.counter(metric, Double.parseDouble(value)));
        }
    }

    private static final List<Told> TOLD = List.of(
            new Told("info.FILE_READ", "data.reads"),
            new Told("info.FILE_READ_BYTES", "data.bytes-read"),
            new Told("info.FILE_WRITE", "data.writes"),
            new Told("info.FILE_WRITE_BYTES", "data.bytes-written"),
            new Told("info.FILE_SIZE", "data.size"));

    private H2Counters() {}

    static List<Counter> of(Map<String, String> settings) {
        return TOLD.stream().flatMap(each -> each.in(settings).stream()).toList();
    }
}
