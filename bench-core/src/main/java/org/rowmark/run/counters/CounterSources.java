package org.rowmark.run.counters;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.commons.lang3.function.FailableRunnable;
import org.rowmark.db.Counter;
import org.rowmark.fork.ClientGroup;
import org.rowmark.link.LinkCounters;
import org.rowmark.run.counters.CounterConnection.CounterReading;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;

/**
 * The sources of counters of one target: the database itself, the processes of its server, the link to it, and this JVM.
 * Of several clients that measure at the same time only the first reads the target's; the others would read the same.
 *
 * @param database empty in other clients than the first
 * @param pid of the first process of the server; empty where it is not known
 * @param link of the simulated link to the server; empty where there is none
 */
public record CounterSources(
        Optional<CounterConnection> database, OptionalLong pid, Optional<LinkCounters> link, boolean isEmbedded)
        implements AutoCloseable {
    /**
     * A reading of all sources at one moment. The database is read outside of the time between two readings, the
     * processes and this JVM as close to it as possible.
     */
    public record Reading(
            CounterReading database,
            Optional<ProcessTree> processes,
            Optional<LinkCounters.Counts> link,
            ClientUsage client) {}

    public static CounterSources open() throws IOException {
        RunningTarget running = EndpointFile.read(Path.of(System.getProperty(EndpointFile.PROPERTY)));
        boolean isEmbedded = running.target().server() == ServerKind.EMBEDDED;
        if (!ClientGroup.ofFork().isFirst()) {
            return new CounterSources(Optional.empty(), OptionalLong.empty(), Optional.empty(), isEmbedded);
        }
        OptionalLong pid = isEmbedded ? OptionalLong.of(ProcessHandle.current().pid()) : running.pid();
        CounterConnection database = new CounterConnection(running.endpoint());
        database.open();
        Optional<Path> counted = running.linkCounters();
        Optional<LinkCounters> link =
                counted.isPresent() ? Optional.of(LinkCounters.open(counted.get())) : Optional.empty();
        return new CounterSources(Optional.of(database), pid, link, isEmbedded);
    }

    public Reading before() {
        CounterReading counters = readDatabase();
        Optional<ProcessTree> processes = processes();
        return new Reading(counters, processes, link.map(LinkCounters::read), ClientUsage.now());
    }

    /**
     * Reads all sources after the work; flushes the database's counters after the processes and this JVM have been
     * read.
     */
    public Reading after(FailableRunnable<SQLException> flush) throws SQLException {
        ClientUsage client = ClientUsage.now();
        Optional<LinkCounters.Counts> passed = link.map(LinkCounters::read);
        Optional<ProcessTree> processes = processes();
        flush.run();
        return new Reading(readDatabase(), processes, passed, client);
    }

    private CounterReading readDatabase() {
        return database.map(CounterConnection::read).orElse(CounterReading.NOTHING);
    }

    private Optional<ProcessTree> processes() {
        return pid.isPresent() ? ProcessTree.read(pid.getAsLong()) : Optional.empty();
    }

    /**
     * Returns what was counted between two readings, and the levels of the later one. The load of the client is missing
     * for an embedded database, whose work is the client's.
     */
    public List<Counter> between(Reading before, Reading after, int threads) {
        Map<String, Double> own = database.map(CounterConnection::own).orElse(Map.of());
        List<Counter> counters = new ArrayList<>(after.database.since(before.database, own));
        if (before.processes.isPresent() && after.processes.isPresent()) {
            counters.addAll(after.processes.get().since(before.processes.get()));
        }
        if (before.link.isPresent() && after.link.isPresent()) {
            counters.addAll(passed(before.link.get(), after.link.get()));
        }
        counters.addAll(after.client.since(before.client));
        if (!isEmbedded) {
            int cores = Runtime.getRuntime().availableProcessors();
            counters.addAll(after.client.loadSince(before.client, threads, cores));
        }
        return counters;
    }

    private static List<Counter> passed(LinkCounters.Counts before, LinkCounters.Counts after) {
        return List.of(
                link("round-trips", "count", after.roundTrips() - before.roundTrips()),
                link("bytes-sent", "bytes", after.bytesSent() - before.bytesSent()),
                link("bytes-received", "bytes", after.bytesReceived() - before.bytesReceived()),
                link("segments", "count", after.segments() - before.segments()));
    }

    private static Counter link(String name, String unit, long value) {
        return new Counter(name, Counter.Kind.LINK, unit, (double) value);
    }

    @Override
    public void close() {
        database.ifPresent(CounterConnection::close);
    }
}
