package org.rowmark.clients;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableBiConsumer;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.clients.coordination.ClockOffset;
import org.rowmark.clients.coordination.Membership;
import org.rowmark.clients.coordination.Membership.ClientNumber;
import org.rowmark.environment.HostFacts;
import org.rowmark.process.ForkGate;
import org.rowmark.process.LockedDirectory;
import org.rowmark.process.ParentWatch;
import org.rowmark.result.Environment;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.fork.ForkProcess;
import org.rowmark.run.fork.ForkSignalReader;
import org.rowmark.run.fork.PrintedOutput;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.run.output.RunListener.Recent;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.LastLines;
import org.rowmark.util.LineSplitter;
import org.rowmark.util.RowmarkVersion;
import org.rowmark.util.Secret;
import org.rowmark.util.SocketAddresses;
import org.rowmark.util.UsageException;

/** The process of a client, which starts the forks that are ordered, one after the other, until the run ends. */
public final class Client {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final String INPUT = "-";

    private final Path directory;
    private final ClientNumber number;
    private final Membership<Order> membership;
    private Optional<Running> running = Optional.empty();

    private record Running(long id, ForkGate gate, ForkProcess process) {
        void kill() throws IOException {
            gate.close();
            process.kill();
        }
    }

    private Client(Path directory, ClientNumber number, Membership<Order> membership) {
        this.directory = directory;
        this.number = number;
        this.membership = membership;
    }

    /** Runs the command {@code client}, without its name, where there is no command line: all options in their order. */
    public static void main(String... arguments) {
        try {
            join(arguments[1], arguments[3], arguments[5]);
        } catch (IOException | UsageException e) {
            System.err.println("rowmark: " + ErrorMessages.of(e));
            System.exit(1);
        }
        System.exit(0);
    }

    /** Joins a run until it ends; a token {@code -} is read from standard input, with whose end this process ends. */
    public static void join(String join, String token, String number) throws IOException {
        InetSocketAddress address = SocketAddresses.parse("--join", join);
        if (address.isUnresolved()) {
            throw new UsageException(
                    "--join " + join + ": that host is not known; give the address that the run names");
        }
        ClientNumber parsed = ClientNumber.parse(number);
        Secret secret = Secret.of(token(token));
        System.setProperty("jmh.ignoreLock", "true"); // several clients of a machine measure at the same time
        Path directory = LockedDirectory.in(Path.of(System.getProperty("java.io.tmpdir")));
        FilePermissions.set(directory, "rwx------");
        try {
            Files.createDirectory(directory.resolve(RunDataDirectory.TEMPORARY));
            try (Membership<Order> membership =
                    Membership.join(address, secret, parsed, introduction(directory), Order.class, new Order.Abort())) {
                new Client(directory, parsed, membership).serve();
            }
        } finally {
            LockedDirectory.remove(directory);
        }
    }

    private static String token(String file) throws IOException {
        String token;
        if (file.equals(INPUT)) {
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            token = input.readLine();
            ParentWatch.exitWithInput();
        } else if (Files.isRegularFile(Path.of(file))) {
            token = Files.readString(Path.of(file));
        } else {
            throw new UsageException("--token " + file + " is no file; give the token file that the run wrote, or -");
        }
        if (token == null || token.isBlank()) {
            throw new UsageException("--token " + file + ": it is empty; give the token of the run");
        }
        return token.strip();
    }

    private static Report.Introduction introduction(Path directory) throws IOException {
        Environment environment = HostFacts.look().environment(directory, List.of(), Map.of());
        return new Report.Introduction(
                RowmarkVersion.WITH_COMMIT, environment.host(), machine(), new TreeMap<>(environment.facts()));
    }

    /** Returns what no other machine has: names of hosts may be equal. */
    static String machine() throws IOException {
        return Files.isReadable(BOOT) ? Files.readString(BOOT).strip() : "";
    }

    private void serve() throws IOException {
        try {
            for (Order order = membership.next(); !(order instanceof Order.End); order = membership.next()) {
                take(order);
            }
        } finally {
            abort();
        }
    }

    private void take(Order order) throws IOException {
        if (order instanceof Order.Measure measure) {
            begin(measure);
        } else if (order instanceof Order.GoOn goOn) {
            goOn(goOn);
        } else {
            abort();
        }
    }

    private void goOn(Order.GoOn order) throws IOException {
        if (running.isPresent() && running.get().id == order.id()) {
            try {
                running.get().gate.goOn(order.sums());
            } catch (IOException e) {
                abort(); // it has gone: its end is reported
            }
        }
    }

    /** Kills the fork, if there is one. */
    private void abort() throws IOException {
        if (running.isPresent()) {
            running.get().kill();
        }
    }

    private void begin(Order.Measure order) throws IOException {
        abort();
        long id = order.id();
        try {
            ClockOffset clock = membership.clock().plus(order.setBack());
            Path endpoint = directory.resolve("endpoint-" + id + ".properties");
            Files.writeString(Files.createFile(endpoint, FilePermissions.ownerOnly(endpoint)), order.endpoint());
            ForkGate gate = new ForkGate(
                    directory,
                    List.of(String.valueOf(number.number()), String.valueOf(order.clients())),
                    numbers -> report(new Report.Came(id, numbers)));
            Running fork = new Running(id, gate, ForkProcess.ofClient(order.plan(), endpoint, gate.file()));
            running = Optional.of(fork);
            Thread thread = new Thread(() -> measure(fork, clock, endpoint), "rowmark-client-fork");
            thread.setDaemon(true);
            thread.start();
        } catch (IOException | RuntimeException e) {
            membership.send(new Report.Ended(id, ErrorMessages.of(e), List.of()));
        }
    }

    private void report(Report report) {
        try {
            membership.send(report);
        } catch (IOException | UsageException e) {
            membership.fail(new IOException(ErrorMessages.of(e), e));
        }
    }

    private void measure(Running fork, ClockOffset clock, Path endpoint) {
        ForwardedOutput output = new ForwardedOutput(
                (result, lines) -> membership.send(new Report.Iterated(fork.id, result, clock, lines)),
                seconds -> report(new Report.Worked(fork.id, seconds)));
        String problem = "";
        try {
            fork.process.measure(output, output);
        } catch (RunnerException e) {
            problem = ErrorMessages.ofFork(e, output.remembered());
        } catch (Fork.Failed | RuntimeException | Error e) {
            problem = ErrorMessages.of(e);
        }
        try {
            fork.gate.close();
            Files.deleteIfExists(endpoint);
        } catch (IOException e) {
            membership.fail(e);
        }
        output.close();
        report(new Report.Ended(fork.id, problem, output.take()));
    }

    /** The output of a client's fork, which passes on each iteration with the lines that were printed before its end. */
    private static final class ForwardedOutput implements PrintedOutput, Consumer<String> {
        private final FailableBiConsumer<JmhResult, List<String>, IOException> receiver;
        private final Consumer<Recent> recent;
        private final List<String> lines = new ArrayList<>();
        private final LastLines last = new LastLines();
        private final LineSplitter printed = new LineSplitter(this);

        /**
         * @param receiver takes each iteration with the lines before its end
         * @param recent takes what is done meanwhile
         */
        ForwardedOutput(FailableBiConsumer<JmhResult, List<String>, IOException> receiver, Consumer<Recent> recent) {
            this.receiver = receiver;
            this.recent = recent;
        }

        @Override
        public synchronized void accept(String line) {
            lines.add(line);
            last.add(line);
            ForkSignalReader.recent(line).ifPresent(recent);
        }

        /** Takes the lines since the last call. */
        synchronized List<String> take() {
            List<String> taken = new ArrayList<>(lines);
            lines.clear();
            return taken;
        }

        List<String> remembered() {
            return last.all();
        }

        @Override
        public void iterationResult(
                BenchmarkParams benchmark, IterationParams params, int iteration, IterationResult data) {
            try {
                receiver.accept(JmhResult.of(data, iteration), take());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void iteration(BenchmarkParams benchmark, IterationParams params, int iteration) {
            // the fork reports when it begins
        }

        @Override
        public void startBenchmark(BenchmarkParams benchmark) {
            // the orchestrating process names the cell
        }

        @Override
        public void print(String text) {
            printed.print(text);
        }

        @Override
        public void close() {
            printed.close();
        }
    }
}
