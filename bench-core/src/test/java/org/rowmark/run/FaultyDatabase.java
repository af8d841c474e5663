package org.rowmark.run;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.rowmark.databases.h2.H2;
import org.rowmark.db.Counter;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.DriverAdapter;
import org.rowmark.db.Feature;
import org.rowmark.db.Launcher;
import org.rowmark.db.Monitor;
import org.rowmark.db.Server;
import org.rowmark.db.ServerInfo;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** H2 in memory, which fails in this JVM where a test wants it to; in a fork it works. */
public final class FaultyDatabase extends Database implements Launcher, Monitor, DriverAdapter {
    static final Target TARGET =
            Target.builtIn("faulty", "faulty", ServerKind.EMBEDDED).withUrl("jdbc:h2:mem:faulty;DB_CLOSE_DELAY=-1");

    static final Target EXTERNAL = Target.external("faulty", "faulty", "jdbc:h2:mem:external;DB_CLOSE_DELAY=-1");

    /** What can fail. */
    enum Call {
        START,
        ENDPOINT,
        CLOSE,
        PREPARE,
        FEATURES,
        FACTS,
        EXPLAIN,
        MISSING
    }

    private record Fault(int from, Supplier<Throwable> thrown) {}

    private static final Map<Call, Fault> FAULTS = new ConcurrentHashMap<>();
    private static final Map<Call, Integer> CALLS = new ConcurrentHashMap<>();

    private final Database works = new H2();

    /** Forgets all faults and calls. */
    static void reset() {
        FAULTS.clear();
        CALLS.clear();
    }

    /** @param number the first call that fails, from 1 */
    static void failFrom(int number, Call call, Supplier<Throwable> thrown) {
        FAULTS.put(call, new Fault(number, thrown));
    }

    static int calls(Call call) {
        return CALLS.getOrDefault(call, 0);
    }

    private static void called(Call call) {
        int number = CALLS.merge(call, 1, Integer::sum);
        Fault fault = FAULTS.get(call);
        if (fault != null && number >= fault.from()) {
            FaultyDatabase.<RuntimeException>throwAnything(fault.thrown().get());
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwAnything(Throwable thrown) throws T {
        throw (T) thrown;
    }

    public FaultyDatabase() {
        super("faulty", "Faulty", NO_PORT);
    }

    @Override
    public List<Target> targets() {
        return List.of();
    }

    @Override
    public Dialect dialect() {
        return works.dialect();
    }

    @Override
    public Set<Feature> features() {
        return works.features();
    }

    @Override
    public Set<Feature> features(Connection connection) throws SQLException {
        called(Call.FEATURES);
        return works.features(connection);
    }

    @Override
    public Launcher launcher() {
        return this;
    }

    @Override
    public Monitor monitor() {
        return this;
    }

    @Override
    public DriverAdapter driver() {
        return this;
    }

    @Override
    public Optional<String> missing(Target target) {
        called(Call.MISSING);
        return works.launcher().missing(target);
    }

    @Override
    public Server start(Target target, Workspace workspace) throws IOException {
        called(Call.START);
        Server server = works.launcher().start(target, workspace);
        return new Server() {
            @Override
            public Endpoint endpoint() {
                called(Call.ENDPOINT);
                return server.endpoint();
            }

            @Override
            public void close() {
                called(Call.CLOSE);
                server.close();
            }
        };
    }

    @Override
    public void prepare(Endpoint endpoint) {
        called(Call.PREPARE);
    }

    @Override
    public void release(Endpoint endpoint) throws SQLException {
        works.driver().release(endpoint);
    }

    @Override
    public Optional<String> explain(SQLException failure) {
        called(Call.EXPLAIN);
        return Optional.empty();
    }

    @Override
    public ServerInfo info(Connection connection) throws SQLException {
        called(Call.FACTS);
        return works.monitor().info(connection);
    }

    @Override
    public List<Counter> counters(Connection connection) throws SQLException {
        return works.monitor().counters(connection);
    }
}
