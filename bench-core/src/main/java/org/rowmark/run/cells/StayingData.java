package org.rowmark.run.cells;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.commons.lang3.function.FailableFunction;
import org.rowmark.data.DataCache;
import org.rowmark.data.DataFingerprint;
import org.rowmark.data.DataSet;
import org.rowmark.data.KeptTables;
import org.rowmark.db.Drivers;
import org.rowmark.run.cells.TargetData.Loading;
import org.rowmark.run.cells.TargetData.Reuse;
import org.rowmark.run.servers.CheckedTarget;
import org.rowmark.targets.Endpoint;
import org.rowmark.util.Durations;

/**
 * The data of a target's cells before and after runs: in the cache, or in the tables of a database that has a URL of its
 * own, whose end no run is.
 */
record StayingData(TargetData data, List<DataSet> sets, Set<String> tables) {
    private static final String NOTHING = "none: no data is loaded before the first round";

    static StayingData of(TargetData data) {
        List<DataSet> sets = new ArrayList<>();
        Set<String> tables = new LinkedHashSet<>(data.list(data.cells(), sets::add));
        return new StayingData(data, sets, tables);
    }

    /** Loads the data unless it is there. */
    KeptData prepare() throws IOException, SQLException {
        if (sets.isEmpty()) {
            return kept(NOTHING, OptionalLong.empty(), List.of());
        }
        Reuse reuse = data.reuse().orElse(null);
        if (reuse != null) {
            return inCache(reuse);
        }
        Loading loading = data.report(data.load());
        data.progress()
                .made(
                        loading.hasLoaded()
                                ? "data loaded in " + Durations.words(loading.time())
                                : "data found in its database");
        List<String> problems = new ArrayList<>(loading.failures());
        Endpoint endpoint = data.checked().on(data.ready()).endpoint();
        Drivers.query(endpoint, connection -> null); // a database in memory ends with it
        List<String> missing = onTables(kept -> kept.keep(tables));
        if (problems.isEmpty() && !missing.isEmpty()) {
            problems.add(
                    data.checked().target().name() + ": its data does not stay: the database ends with its process");
        }
        return kept(problems.isEmpty() ? "its database" : "", OptionalLong.empty(), problems);
    }

    private KeptData inCache(Reuse reuse) throws IOException, SQLException {
        List<String> problems = new ArrayList<>();
        DataFingerprint entry = reuse.entry().orElse(null);
        if (entry == null) {
            Loading loading = data.report(data.load());
            problems.addAll(loading.failures());
            if (problems.isEmpty() && !data.keep(reuse, loading)) {
                problems.add(data.checked().target().name() + ": its data is not in the cache");
            }
            entry = reuse.fingerprint();
        } else {
            data.progress().made("data is in the cache (" + entry.name() + ")");
        }
        return problems.isEmpty() ? inCache("", reuse, entry) : kept("", OptionalLong.empty(), problems);
    }

    private KeptData inCache(String before, Reuse reuse, DataFingerprint entry) throws IOException {
        OptionalLong bytes = OptionalLong.of(reuse.cache().bytes(entry));
        return kept(before + "cache: " + DataCache.FOLDER + "/" + entry.name(), bytes, List.of());
    }

    /** Removes what {@link #prepare} of the same data loaded. */
    KeptData clean() throws IOException, SQLException {
        Reuse reuse = data.reuse().orElse(null);
        if (reuse == null) {
            boolean wasThere = !tables.isEmpty() && onTables(kept -> kept.forget(tables));
            return wasThere
                    ? kept("removed from its database", OptionalLong.empty(), List.of())
                    : kept(KeptData.ABSENT, OptionalLong.of(0), List.of());
        }
        DataFingerprint entry = reuse.entry().orElse(null);
        if (entry == null) {
            return kept(KeptData.ABSENT, OptionalLong.of(0), List.of());
        }
        if (!entry.equals(reuse.fingerprint())) {
            return inCache("stays with other data in the ", reuse, entry);
        }
        KeptData removed = inCache("removed from the ", reuse, entry);
        reuse.cache().remove(entry);
        return removed;
    }

    private <T> T onTables(FailableFunction<KeptTables, T, SQLException> action) throws IOException, SQLException {
        CheckedTarget checked = data.checked();
        return Drivers.query(
                checked.on(data.ready()).endpoint(),
                connection -> action.apply(new KeptTables(connection, checked.database())));
    }

    private KeptData kept(String place, OptionalLong bytes, List<String> problems) {
        Map<String, DataSet> each = new LinkedHashMap<>();
        sets.forEach(set -> each.put(set.table().name() + set.fingerprint(), set));
        return new KeptData(data.checked().target().name(), List.copyOf(each.values()), place, bytes, problems);
    }
}
