package org.rowmark.clients;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.BenchmarkResultMetaData;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.IterationType;
import org.rowmark.clients.coordination.Coordinator;
import org.rowmark.clients.launch.ClientHost;
import org.rowmark.clients.launch.ClientLauncher;
import org.rowmark.clients.launch.SshLauncher;
import org.rowmark.clients.rules.ClientOptions;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.result.clients.ClientRecord;
import org.rowmark.result.clients.ClientRecord.ClientShare;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.fork.ForkPlan;
import org.rowmark.run.fork.SampleRecorder;
import org.rowmark.run.output.RunListener;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Transport;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.Percent;
import org.rowmark.util.Secret;
import org.rowmark.util.SteadyClock;
import org.rowmark.util.UsageException;

/**
 * The measurement of cells by several clients at the same time, each with a fork of its own, merged as one fork. An
 * iteration in which they did not work at the same time is invalid, and its cell is measured again.
 */
public final class ClientForks implements Fork.Measuring {
    /** How often a cell is measured again in a round. */
    private static final int REPEATS = 3;

    /** The time of a fork beside its limit: for its own JVM, and for the way of its results. */
    private static final Duration SLACK = Duration.ofMinutes(1);

    private final Clients clients;
    private final double leastOverlap;
    private final Path record;
    private final ConnectionTrial trial = new ConnectionTrial();
    private long lastId;

    private ClientForks(Clients clients, double leastOverlap, Path record) {
        this.clients = clients;
        this.leastOverlap = leastOverlap;
        this.record = record;
    }

    /** Starts the coordinator; clients are started for the first cell. */
    public static ClientForks start(ClientOptions options, Path data, Path record, RunListener listener)
            throws IOException {
        ClientLauncher launcher = launcher(options, record, listener);
        InetSocketAddress listen = options.listen().orElse(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Secret token = Secret.random();
        int most = options.choice().most();
        Coordinator<Report> coordinator = Coordinator.start(listen, data, token, most, Report.class);
        Clients clients =
                new Clients(coordinator, () -> launcher.start(coordinator.address(), token, most), most, record);
        return new ClientForks(clients, options.leastOverlap(), record);
    }

    private static ClientLauncher launcher(ClientOptions options, Path record, RunListener listener) {
        Optional<Path> file = options.choice().file();
        if (file.isPresent()) {
            return SshLauncher.of(ClientHost.read(file.get()));
        }
        return options.listen().isPresent()
                ? new ClientLauncher.ByHand(ClientLauncher.ByHand.tokenFile(record), listener::awaitsClients)
                : new ClientLauncher.Local(Client.class.getName());
    }

    @Override
    public BenchmarkResult measure(Fork fork, SampleRecorder recorder) throws Fork.Failed {
        int count = Integer.parseInt(fork.cell().parameters().get(Db.CLIENTS));
        String overlaps = "";
        try {
            trial.require(fork, count);
            for (int attempt = 1; attempt <= 1 + REPEATS; attempt++) {
                clients.require(count);
                List<MergedIteration> iterations = new ArrayList<>();
                List<String> invalid = new ArrayList<>();
                int ofRound = attempt;
                Measurement measurement = new Measurement(
                        clients,
                        count,
                        ++lastId,
                        merged -> {
                            iterations.add(merged);
                            record(recorder, ofRound, merged).ifPresent(invalid::add);
                        },
                        recorder::recent);
                Optional<Duration> recentEvery =
                        recorder.recentEvery(fork.request().timing(fork.cell()).perFork());
                measurement.run(
                        orders(fork, count, recentEvery),
                        fork.request().sampling().limit().plus(SLACK));
                if (invalid.isEmpty() || measurement.failure().isPresent()) {
                    return deliver(measurement, iterations, recorder);
                }
                overlaps = String.join(", ", invalid);
                recorder.line("the clients did not work at the same time: " + overlaps);
            }
        } catch (IOException | UncheckedIOException | UsageException e) {
            throw new Fork.Failed("the clients cannot measure: " + ErrorMessages.of(e));
        }
        throw new Fork.Failed("the clients' times overlap by less than "
                + Percent.text(leastOverlap) + " (" + overlaps + "), measured " + (1 + REPEATS)
                + " times; give a longer --time, or a smaller --overlap");
    }

    private List<Order.Measure> orders(Fork fork, int count, Optional<Duration> recentEvery)
            throws IOException, Fork.Failed {
        ForkPlan plan = ForkPlan.of(fork.request(), fork.cell(), recentEvery);
        RunningTarget running = EndpointFile.read(fork.endpointFile());
        boolean isLocal = running.target().transport() == Transport.SOCKET
                || new JdbcUrl(running.endpoint().url()).isLoopback();
        String here = Files.readString(fork.endpointFile());
        String elsewhere = EndpointFile.text(running.elsewhere());
        List<Order.Measure> orders = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            boolean isHere = clients.isHere(number);
            if (isLocal && !isHere) {
                throw new Fork.Failed(clients.name(number, count) + " cannot reach target '"
                        + running.target().name() + "', whose address is of this machine only; give a target with an"
                        + " address that all clients reach");
            }
            orders.add(new Order.Measure(lastId, count, plan, SteadyClock.ahead(), isHere ? here : elsewhere));
        }
        return orders;
    }

    /** Writes each client's share; returns the overlap in words if it is too small. */
    private Optional<String> record(SampleRecorder recorder, int attempt, MergedIteration merged) {
        JmhResult first = merged.first().result;
        double overlap = merged.overlap();
        boolean isValid = overlap >= leastOverlap || first.warmup() || !merged.isTimed();
        List<ClientShare> shares = merged.parts().stream()
                .map(part -> new ClientShare(
                        recorder.round(),
                        recorder.cell().number(),
                        attempt,
                        part.client,
                        first.warmup(),
                        first.number(),
                        part.start,
                        part.end,
                        part.result.score().score(),
                        part.result.score().unit(),
                        part.result.operations(),
                        part.cpuLoad(),
                        micros(part.clock.offset()),
                        micros(part.clock.error()),
                        overlap,
                        isValid))
                .toList();
        try {
            ClientRecord.append(record, shares);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return isValid
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "iteration %d by %.1f%%", first.number(), 100 * overlap));
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1000;
    }

    private static BenchmarkResult deliver(
            Measurement measurement, List<MergedIteration> iterations, SampleRecorder recorder) throws Fork.Failed {
        List<IterationResult> measured = new ArrayList<>();
        for (MergedIteration merged : iterations) {
            IterationResult result = deliver(merged, recorder);
            if (result.getParams().getType() == IterationType.MEASUREMENT) {
                measured.add(result);
            }
        }
        measurement.ended().forEach((client, end) -> lines(client, end.lines(), recorder));
        if (measurement.failure().isPresent()) {
            throw new Fork.Failed(measurement.failure().get());
        }
        return new BenchmarkResult(
                iterations.get(0).first().result.setup().params(),
                measured,
                new BenchmarkResultMetaData(0, 0, 0, 0, 0)); // the recorder has the times
    }

    private static IterationResult deliver(MergedIteration merged, SampleRecorder recorder) {
        merged.parts().forEach(part -> lines(part.client, part.lines, recorder));
        MergedIteration.Part first = merged.first();
        first.data.forEach(recorder::data);
        first.speed.ifPresent(recorder::speed);
        merged.metrics().forEach(recorder::metric);
        merged.times().forEach(recorder::latencies);
        merged.seconds()
                .forEach(second -> recorder.second(second.start(), second.length(), second.every(), second.times()));
        IterationResult result = merged.result();
        recorder.iterationResult(
                result.getParams(), first.result.number(), result, merged.firstStart(), merged.lastEnd());
        return result;
    }

    private static void lines(int client, List<String> lines, SampleRecorder recorder) {
        lines.forEach(line -> recorder.line("client " + client + ": " + line));
    }

    @Override
    public void close() {
        clients.close();
    }

    /** As many connections as all clients will have, opened once: a server that takes fewer is found out before any fork. */
    private static final class ConnectionTrial {
        private final Set<String> passed = new HashSet<>();

        void require(Fork fork, int clients) throws IOException, Fork.Failed {
            RunningTarget running = EndpointFile.read(fork.endpointFile());
            String pool = fork.cell().parameters().getOrDefault(Session.POOL, Session.NO_POOL);
            boolean isPooled = !pool.equals(Session.NO_POOL);
            int each = isPooled ? Integer.parseInt(pool) : fork.request().threads(fork.cell());
            String name = running.target().name();
            if (!passed.add(name + " " + clients * each)) {
                return;
            }
            Deque<Connection> open = new ArrayDeque<>();
            try {
                while (open.size() < clients * each) {
                    open.add(Drivers.connect(running.endpoint(), ConnectionMode.PLAIN));
                }
            } catch (SQLException e) {
                passed.remove(name + " " + clients * each);
                throw new Fork.Failed("target '" + name + "' takes no more than " + open.size() + " connections ("
                        + Drivers.errorMessage(
                                e, Databases.named(running.target().database())) + "), and " + clients
                        + " clients of " + each + (isPooled ? " in a pool" : each == 1 ? " thread" : " threads")
                        + " need " + clients * each + "; give fewer, or let the server take more");
            } finally {
                close(open);
            }
        }

        private static void close(Deque<Connection> open) {
            for (Connection connection : open) {
                try {
                    connection.close();
                } catch (SQLException e) {
                    // the server has closed it
                }
            }
        }
    }
}
