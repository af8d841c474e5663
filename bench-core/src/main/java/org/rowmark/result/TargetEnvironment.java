package org.rowmark.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rowmark.util.Durations;

/**
 * The environment of a target: its server's machine, settings and connection, as found before the first round, and its
 * data, as known at the end. All maps are sorted by name; facts that could not be found are missing.
 *
 * @param host the machine of the server, by the names of {@link Environment#facts}; of a server elsewhere as it reports
 *     them
 * @param connection properties of the URL and the connection, scrubbed, the time of a round trip and of connecting
 * @param changedSettings every setting of the server that is not at its default, by the server's own names
 * @param data fingerprints of the generated data, by table
 * @param dataOrigin origin of that data; empty where only forks load any, and in older runs
 * @param jvm that measures the target; empty where all targets of a run have the one that runs Rowmark
 */
public record TargetEnvironment(
        Map<String, String> host,
        Map<String, String> connection,
        Map<String, String> changedSettings,
        Map<String, String> data,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<DataOrigin> dataOrigin,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> jvm) {
    /** The generated data of a cell, over all its tables, and about the bytes of its values alone. */
    public record DataAmount(long rows, long bytes) {}

    /**
     * The origin of the data that a server has before the first round.
     *
     * @param loadMillis time of loading in this run; 0 if nothing was loaded
     * @param copyMillis time of copying the data directory from the cache; empty if the data is not a copy
     * @param amounts different ones of the data of single cells, ascending; none in older runs
     */
    public record DataOrigin(
            long loadMillis,
            OptionalLong copyMillis,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<DataAmount> amounts) {
        public DataOrigin {
            amounts = List.copyOf(Objects.requireNonNullElse(amounts, List.of()));
        }

        public DataOrigin(long loadMillis, OptionalLong copyMillis) {
            this(loadMillis, copyMillis, List.of());
        }

        public DataOrigin of(Stream<DataAmount> ofCells) {
            List<DataAmount> all = ofCells.filter(amount -> amount.rows() > 0)
                    .distinct()
                    .sorted(Comparator.comparingLong(DataAmount::bytes))
                    .toList();
            return new DataOrigin(loadMillis, copyMillis, all);
        }

        /** Returns the origin in a few words, with the times. */
        public String words() {
            List<String> steps = new ArrayList<>();
            if (loadMillis > 0) {
                steps.add("loaded in " + time(loadMillis));
            }
            copyMillis.ifPresent(millis -> steps.add("copied from the cache in " + time(millis)));
            return steps.isEmpty() ? "found in the database" : String.join(", then ", steps);
        }

        private static String time(long millis) {
            return Durations.words(Duration.ofMillis(millis));
        }
    }

    /** Nothing is known. */
    public static final TargetEnvironment UNKNOWN = new TargetEnvironment(Map.of(), Map.of(), Map.of(), Map.of());

    public TargetEnvironment {
        host = sorted(host);
        connection = sorted(connection);
        changedSettings = sorted(changedSettings);
        data = sorted(data);
        dataOrigin = Objects.requireNonNullElse(dataOrigin, Optional.empty());
        jvm = Objects.requireNonNullElse(jvm, Optional.empty());
    }

    /** Creates an environment whose data's origin is not known. */
    public TargetEnvironment(
            Map<String, String> host,
            Map<String, String> connection,
            Map<String, String> changedSettings,
            Map<String, String> data) {
        this(host, connection, changedSettings, data, Optional.empty(), Optional.empty());
    }

    TargetEnvironment on(Map<String, String> newData) {
        return new TargetEnvironment(host, connection, changedSettings, newData, dataOrigin, jvm);
    }

    TargetEnvironment from(DataOrigin origin) {
        return new TargetEnvironment(host, connection, changedSettings, data, Optional.of(origin), jvm);
    }

    TargetEnvironment measuredBy(String newJvm) {
        return new TargetEnvironment(host, connection, changedSettings, data, dataOrigin, Optional.of(newJvm));
    }

    private static Map<String, String> sorted(Map<String, String> map) {
        return Collections.unmodifiableMap(new TreeMap<>(map));
    }
}
