package org.rowmark.data;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.commons.lang3.function.FailableRunnable;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Dialect;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Isolation;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.UsageException;

/** A target with the generated data of workloads: its dialect, its connections, the loading of its data sets. */
public class DataTarget {
    private RunningTarget running;
    private Endpoint endpoint;
    private Database database;
    private DataGenerator values;
    private UnaryOperator<String> options;
    private boolean hasLoaded;
    private final Set<String> tables = new LinkedHashSet<>();

    /** For a state that JMH creates, which calls {@link #use} before anything else. */
    protected DataTarget() {}

    /** @param options values of the options that the workload takes, by name without dashes */
    public DataTarget(RunningTarget running, long seed, Map<String, String> options) {
        use(running, seed, options::get);
    }

    /** Returns a target whose data sets are listed in place of being loaded; its server need not be up. */
    public static DataTarget listing(
            RunningTarget running, long seed, Map<String, String> options, Consumer<DataSet> found) {
        return new DataTarget(running, seed, options) {
            @Override
            public void load(List<DataSet> data) throws SQLException {
                super.load(data);
                data.forEach(found);
            }

            @Override
            public boolean isFirst() {
                return false;
            }

            @Override
            protected void once(FailableRunnable<SQLException> action) {
                // there is no server
            }

            @Override
            public Connection connect(ConnectionMode mode) throws SQLException {
                throw new SQLException("there is no server while data sets are listed");
            }
        };
    }

    /** @param optionValues value of an option by its name without dashes, null where it is not set */
    protected final void use(RunningTarget used, long seed, UnaryOperator<String> optionValues) {
        running = used;
        database = Databases.named(used.endpoint().database());
        endpoint = used.endpoint();
        values = new DataGenerator(seed);
        options = optionValues;
    }

    /** Has the server prepare statements at once on all connections to come; see {@link Drivers#preparingOnServer}. */
    public final void prepareOnServer() {
        endpoint = Drivers.preparingOnServer(endpoint);
    }

    public final RunningTarget running() {
        return running;
    }

    public final Database database() {
        return database;
    }

    public final Dialect dialect() {
        return database.dialect();
    }

    protected final Endpoint endpoint() {
        return endpoint;
    }

    public final DataGenerator values() {
        return values;
    }

    public final Optional<String> option(String option) {
        return Optional.ofNullable(options.apply(option));
    }

    /** Returns whether the server has a feature, as the orchestrating process found when it checked the target. */
    public final boolean has(Feature feature) {
        return running.features().contains(feature.name());
    }

    /** Returns whether this process does what is done once for all clients that measure at the same time. */
    public boolean isFirst() {
        return true;
    }

    /** Does something if this process {@link #isFirst}, while other clients wait for it. */
    protected void once(FailableRunnable<SQLException> action) throws SQLException {
        action.run();
    }

    /** Lets the first client do something to the tables, on a connection of its own, while the others wait for it. */
    public final void byFirst(FailableConsumer<Tables, SQLException> action) throws SQLException {
        once(() -> {
            try (Connection connection = connect(ConnectionMode.PLAIN)) {
                action.accept(tables(connection));
            }
        });
    }

    /** Opens a connection of the driver itself with the target's isolation level; the caller closes it. */
    public Connection connect(ConnectionMode mode) throws SQLException {
        Connection connection = Drivers.connect(endpoint, mode);
        Optional<Isolation> isolation = running.target().isolation();
        if (isolation.isPresent()) {
            isolation.get().set(connection);
        }
        requireIsolation(connection);
        return connection;
    }

    /** @throws UsageException if the connection has another isolation level than the target sets */
    protected final void requireIsolation(Connection connection) throws SQLException {
        Optional<String> wanted = running.target().isolation().map(Isolation::id);
        if (wanted.isPresent()) {
            String found = Isolation.of(connection, dialect().isolation());
            if (!found.equals(wanted.get())) {
                throw running.target()
                        .problem("a connection has the isolation level " + found + ", not " + wanted.get());
            }
        }
    }

    public final Tables tables(Connection connection) {
        return new Tables(connection, database);
    }

    public final void load(DataSet data) throws SQLException {
        load(List.of(data));
    }

    /** Loads those of the data sets that do not exist, at the same time where that is faster. */
    public void load(List<DataSet> data) throws SQLException {
        data.forEach(each -> tables.add(each.table().name()));
        once(() -> {
            try (Connection connection = Drivers.connect(endpoint, ConnectionMode.BULK_LOAD)) {
                hasLoaded |= tables(connection).load(data, endpoint);
            }
        });
    }

    public final void derive(DerivedTable table) throws SQLException {
        tables.add(table.name());
        byFirst(all -> hasLoaded |= all.derive(table));
    }

    public final void enable(Feature feature) throws SQLException {
        byFirst(tables -> tables.enable(feature));
    }

    /** Returns the names of the tables that were to be loaded, in their order. */
    public final Set<String> tables() {
        return tables;
    }

    public final boolean hasLoaded() {
        return hasLoaded;
    }
}
