package org.rowmark.clients;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.commons.lang3.function.FailableRunnable;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.clients.coordination.ClientNumber;
import org.rowmark.clients.coordination.ClockOffset;
import org.rowmark.clients.coordination.Membership;
import org.rowmark.environment.HostFacts;
import org.rowmark.process.ForkGate;
import org.rowmark.process.LockedDirectory;
import org.rowmark.result.Environment;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.fork.ForkProcess;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.RowmarkVersion;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

/**
 * A client of a run: it starts the forks that the orchestrating process orders, one after the other, until the run ends
 * or the coordinator is gone.
 */
public final class Client implements Membership.Receiver<Order> {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    private final Path directory;
    private final int number;
    private final BlockingQueue<FailableRunnable<IOException>> arrived = new LinkedBlockingQueue<>();
    private Membership membership;
    private boolean hasEnded;
    private volatile Optional<Running> running = Optional.empty();

    /** A fork that is measuring. */
    private record Running(long id, ForkGate gate, ForkProcess process, Path endpoint) {}

    private Client(Path directory, int number) {
        this.directory = directory;
        this.number = number;
    }

    /**
     * Joins a run and measures until it ends.
     *
     * @throws IOException if the coordinator is gone before the run has ended
     */
    public static void join(InetSocketAddress address, Secret token, ClientNumber number) throws IOException {
        System.setProperty("jmh.ignoreLock", "true"); // several clients of a machine measure at the same time
        Path directory = LockedDirectory.in(Path.of(System.getProperty("java.io.tmpdir")));
        FilePermissions.set(directory, "rwx------");
        try {
            Files.createDirectory(directory.resolve(RunDataDirectory.TEMPORARY));
            Client client = new Client(directory, number.number());
            Report.Introduction facts = introduction(directory);
            try (Membership joined = Membership.join(address, token, number, facts, Order.class, client)) {
                client.membership = joined;
                client.serve();
            } finally {
                client.abort();
            }
        } finally {
            LockedDirectory.remove(directory);
        }
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

    @Override
    public void order(Order order) {
        arrived.add(() -> take(order));
    }

    @Override
    public void isCutOff() {
        arrived.add(this::abort);
    }

    @Override
    public void isLost() {
        fail(new IOException("the coordinator of the run is gone, or was out of reach for too long"));
    }

    private void fail(IOException problem) {
        arrived.add(() -> {
            throw problem;
        });
    }

    private void serve() throws IOException {
        try {
            while (!hasEnded) {
                arrived.take().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private void take(Order order) throws IOException {
        if (order instanceof Order.Measure measure) {
            begin(measure);
        } else if (order instanceof Order.GoOn goOn) {
            goOn(goOn);
        } else if (order instanceof Order.Abort) {
            abort();
        } else {
            hasEnded = true;
        }
    }

    private void goOn(Order.GoOn order) {
        running.filter(fork -> fork.id == order.id()).ifPresent(fork -> {
            try {
                fork.gate.goOn(order.sums());
            } catch (IOException e) {
                fork.process.kill(); // it has gone: its end is reported
            }
        });
    }

    /** Kills the fork, if there is one. */
    private void abort() throws IOException {
        Optional<Running> fork = running;
        if (fork.isPresent()) {
            fork.get().gate.close();
            fork.get().process.kill();
        }
    }

    private void begin(Order.Measure order) throws IOException {
        abort();
        try {
            ClockOffset clock = membership.clock().plus(order.setBack());
            Path endpoint = directory.resolve("endpoint-" + order.id() + ".properties");
            Files.writeString(Files.createFile(endpoint, FilePermissions.ownerOnly(endpoint)), order.endpoint());
            ForkGate gate = new ForkGate(
                    directory,
                    List.of(String.valueOf(number), String.valueOf(order.clients())),
                    numbers -> came(order.id(), numbers));
            ForkProcess process = ForkProcess.ofClient(order.plan(), endpoint, gate.file());
            Running fork = new Running(order.id(), gate, process, endpoint);
            running = Optional.of(fork);
            Thread thread = new Thread(() -> measure(fork, clock), "rowmark-client-fork");
            thread.setDaemon(true);
            thread.start();
        } catch (IOException | RuntimeException e) {
            membership.send(new Report.Ended(order.id(), ErrorMessages.of(e), List.of()));
        }
    }

    private void came(long id, List<Long> numbers) {
        try {
            membership.send(new Report.Came(id, numbers));
        } catch (IOException e) {
            fail(e);
        }
    }

    private void measure(Running fork, ClockOffset clock) {
        ForwardedOutput output = new ForwardedOutput(
                (result, lines) -> membership.send(new Report.Iterated(fork.id, result, clock, lines)));
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
            Files.deleteIfExists(fork.endpoint);
            output.close();
            membership.send(new Report.Ended(fork.id, problem, output.take()));
        } catch (IOException | UsageException e) {
            fail(new IOException(ErrorMessages.of(e), e));
        }
    }
}
