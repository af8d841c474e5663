package org.rowmark.workloads.rowbyrow;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.fixture.ValidValues;
import org.rowmark.workload.WorkloadInfo.Precondition;
import org.rowmark.workloads.data.ResultReader;

/** The way in which the rows of a result come to the client. */
@State(Scope.Benchmark)
public class ResultTransfer {
    private static final String CURSOR = "cursor";
    private static final String FETCH_SIZE = "fetchSize";
    private static final String SERVER_CURSOR = "server-cursor";
    private static final String STREAMING = "streaming";
    private static final String BUFFERED = "buffered";

    private static final Map<String, Feature> NEEDS =
            Map.of(SERVER_CURSOR, Feature.SERVER_CURSOR, STREAMING, Feature.STREAMING, BUFFERED, Feature.BUFFERING);
    private static final Map<String, ConnectionMode> MODES = Map.of(
            SERVER_CURSOR,
            ConnectionMode.CURSOR_FETCH,
            STREAMING,
            ConnectionMode.STREAMING,
            BUFFERED,
            ConnectionMode.BUFFERING);

    /**
     * {@code server-cursor}: the client fetches portions from a cursor of the server, a round trip each; {@code streaming}:
     * the rows come one after the other without being asked for; {@code buffered}: so, and the driver reads all before it
     * returns the first.
     */
    @Param({SERVER_CURSOR, STREAMING, BUFFERED})
    @ValidValues(value = "server-cursor|streaming|buffered", words = "server-cursor, streaming or buffered")
    public String cursor;

    /** Rows of a portion from a server cursor; {@code default}: not set. */
    @Param({ResultReader.DEFAULT, "1", "10", "100", "1000"})
    @ValidValues(value = ResultReader.FETCH_SIZES, words = ResultReader.FETCH_SIZES_IN_WORDS)
    public String fetchSize;

    public ConnectionMode mode() {
        return MODES.get(cursor);
    }

    /** The conditions: a driver that can, and a fetch size where there are portions. */
    public static final class NeedsDriver implements Precondition {
        @Override
        public Optional<String> obstacle(Dialect dialect, Set<Feature> features, Map<String, String> parameters) {
            String cursor = parameters.get(CURSOR);
            String fetchSize = parameters.get(FETCH_SIZE);
            boolean isDefault = ResultReader.DEFAULT.equals(fetchSize);
            boolean hasPortions = SERVER_CURSOR.equals(cursor);
            if (!hasPortions && !isDefault) {
                return Optional.of("fetchSize=" + fetchSize + " needs cursor=" + SERVER_CURSOR);
            }
            Feature needed = NEEDS.get(cursor);
            if (!features.contains(needed)) {
                return Optional.of("cursor=" + cursor + " needs " + needed.meaning());
            }
            return hasPortions && isDefault && !features.contains(Feature.DEFAULT_FETCH_SIZE)
                    ? Optional.of("fetchSize=default of cursor=" + SERVER_CURSOR + " needs "
                            + Feature.DEFAULT_FETCH_SIZE.meaning())
                    : Optional.empty();
        }
    }
}
