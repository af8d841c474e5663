package org.rowmark.workloads.data;

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
import org.rowmark.workload.Precondition;

/** The kind of statement that an operation executes. */
@State(Scope.Benchmark)
public class StatementKind {
    private static final String SERVER_PREPARED = "server-prepared";
    private static final String SIMPLE = "simple";

    /**
     * {@code prepared}: a PreparedStatement as the driver treats it by default; {@code server-prepared}: the driver is
     * set to have the server prepare it at once; {@code simple}: a Statement with the values in its text.
     */
    @Param("prepared")
    @ValidValues(
            value = "prepared|server-prepared|simple",
            words = "prepared, server-prepared or simple",
            unnamed = true)
    public String statement;

    public ConnectionMode mode() {
        return statement.equals(SERVER_PREPARED) ? ConnectionMode.SERVER_PREPARED : ConnectionMode.PLAIN;
    }

    public boolean isSimple() {
        return statement.equals(SIMPLE);
    }

    /** The condition of {@code server-prepared}: a driver that distinguishes it. */
    public static final class NeedsDriver implements Precondition {
        @Override
        public Optional<String> obstacle(Dialect dialect, Set<Feature> features, Map<String, String> parameters) {
            boolean possible =
                    features.contains(Feature.SERVER_PREPARED) || !SERVER_PREPARED.equals(parameters.get("statement"));
            return possible
                    ? Optional.empty()
                    : Optional.of("statement=" + SERVER_PREPARED + " needs " + Feature.SERVER_PREPARED.meaning());
        }
    }
}
