package org.rowmark.overhead;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.apache.commons.lang3.function.FailableRunnable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.db.Databases;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Latencies;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.fork.ForkSignals;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.workload.Workloads;
import org.rowmark.workloads.Oltp;
import org.rowmark.workloads.TargetRuns;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.oltp.Terminal;
import org.rowmark.workloads.oltp.Warehouses;

/**
 * What the suite does in the loop of {@code oltp} beside the driver, on one thread: the bytes that it allocates, which are
 * those whose allocation has a class of the suite as the nearest one that is not of the JDK, and the time of its
 * bookkeeping.
 */
final class OltpOverhead {
    private static final List<String> TARGETS = List.of("h2-mem", "mariadb");
    private static final Duration WARMUP = Duration.ofSeconds(10);
    private static final Duration MEASURED = Duration.ofSeconds(10);

    /** Allocations are sampled where a thread takes a new buffer. */
    private static final List<String> SMALL_BUFFERS = List.of("-XX:TLABSize=4k", "-XX:-ResizeTLAB");

    private static final int MOST_SITES = 12;
    private static final int CALLS = 2_000_000;
    private static final String EVENT = "jdk.ObjectAllocationSample";
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final RunningTarget running;
    private final long seed;
    private final Oltp oltp = new Oltp();
    private final Oltp.Client client = new Oltp.Client();
    private final Warehouses warehouses = LoadOverhead.warehouses(1);
    private final Session session = new Session();

    private OltpOverhead(RunningTarget running, long seed) {
        this.running = running;
        this.seed = seed;
    }

    static void measure(int rounds, long seed) throws Exception {
        for (String target : TARGETS) {
            Scratch.with(target, running -> {
                Path file = running.output().resolveSibling("endpoint");
                EndpointFile.write(file, running);
                ChildJvm.run(SMALL_BUFFERS, OltpOverhead.class, List.of(file.toString(), "" + rounds, "" + seed))
                        .stream()
                        .filter(line -> !line.isBlank() && !line.startsWith(ForkSignals.MARK))
                        .forEach(System.out::println);
            });
        }
    }

    /** A JVM that measures; arguments: file of the target, number of rounds, seed. */
    public static void main(String[] arguments) throws Exception {
        new OltpOverhead(EndpointFile.read(Path.of(arguments[0])), Long.parseLong(arguments[2]))
                .measure(Integer.parseInt(arguments[1]));
        System.exit(0); // drivers leave threads behind that keep a JVM alive
    }

    private void measure(int rounds) throws Exception {
        Db db = Db.of(running, seed, Map.of());
        BenchmarkParams parameters = parameters();
        warehouses.load(db);
        warehouses.open(db, parameters);
        Latencies times = new Latencies();
        session.open(db, times);
        PreparedKind kind = new PreparedKind();
        kind.choose(db);
        client.prepare(db, session, kind, warehouses, new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));
        times.start(parameters, new Latencies.Sampling());
        begin();
        transact(WARMUP);
        client.check();
        for (int round = 1; round <= rounds; round++) {
            allocations(round);
        }
        for (int round = 1; round <= rounds; round++) {
            bookkeeping(round, db);
        }
        session.close();
        warehouses.close();
        Databases.named(running.target().database()).driver().release(running.endpoint());
    }

    private void begin() throws SQLException {
        warehouses.begin();
        client.begin();
    }

    private int transact(Duration duration) throws SQLException {
        long end = System.nanoTime() + duration.toNanos();
        int transactions = 0;
        while (System.nanoTime() < end) {
            oltp.transact(client);
            transactions++;
        }
        return transactions;
    }

    /** Prints the bytes per transaction, and the sites of the suite that allocate most of its own. */
    private void allocations(int round) throws SQLException, IOException {
        begin();
        long thread = Thread.currentThread().getId();
        Map<String, Long> sites = new TreeMap<>();
        long ours = 0;
        long all = 0;
        int samples = 0;
        double perTransaction;
        try (Scratch scratch = Scratch.create();
                Recording recording = new Recording()) {
            recording.enable(EVENT).with("throttle", "5000/s").withStackTrace();
            recording.start();
            long before = THREADS.getThreadAllocatedBytes(thread);
            int transactions = transact(MEASURED);
            perTransaction = (double) (THREADS.getThreadAllocatedBytes(thread) - before) / transactions;
            recording.stop();
            Path file = scratch.path().resolve("allocations.jfr");
            recording.dump(file);
            for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                if (!event.getEventType().getName().equals(EVENT)
                        || event.getThread().getJavaThreadId() != thread) {
                    continue;
                }
                long weight = event.getLong("weight");
                RecordedMethod site = site(event);
                all += weight;
                samples++;
                if (isOurs(site)) {
                    ours += weight;
                    sites.merge(
                            site.getType().getName() + "." + site.getName() + ": "
                                    + event.getClass("objectClass").getName(),
                            weight,
                            Long::sum);
                }
            }
        }
        client.check();
        double scale = perTransaction / Math.max(1, all);
        print(
                "round %2d: %.0f bytes allocated per transaction, of which by the suite %.1f (%d samples)",
                round, perTransaction, ours * scale, samples);
        sites.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_SITES)
                .forEach(site -> print("    %8.2f %s", site.getValue() * scale, site.getKey()));
    }

    /** Returns the nearest method of an allocation that is not of the JDK. */
    private static RecordedMethod site(RecordedEvent event) {
        List<RecordedFrame> frames = event.getStackTrace().getFrames();
        return frames.stream()
                .map(RecordedFrame::getMethod)
                .filter(method -> Stream.of("java.", "jdk.", "sun.", "com.sun.")
                        .noneMatch(method.getType().getName()::startsWith))
                .findFirst()
                .orElse(frames.get(frames.size() - 1).getMethod());
    }

    /** Returns whether a method is of the suite or its histograms, and not of this tool. */
    private static boolean isOurs(RecordedMethod method) {
        String type = method.getType().getName();
        return type.startsWith("org.HdrHistogram.")
                || (type.startsWith("org.rowmark.") && !type.startsWith("org.rowmark.overhead."));
    }

    /** Prints the time of the calls that the suite makes beside those of the driver. */
    private void bookkeeping(int round, Db db) throws SQLException {
        Session own = new Session();
        Latencies times = new Latencies();
        own.open(db, times);
        Terminal terminal = warehouses.terminal(own, 0);
        terminal.begin();
        times.start(parameters(), new Latencies.Sampling());
        SessionStatement<PreparedStatement> statement =
                own.statement(db.dialect().ping());
        double end = nanos(() -> own.end(0));
        double get = nanos(statement::get);
        double draw = nanos(terminal::next);
        own.close();
        print(
                "round %2d: Session.end %.1f ns per transaction, SessionStatement.get %.1f ns per statement; drawing an"
                        + " input %.0f ns per transaction",
                round, end, get, draw);
    }

    /** Returns the processor time of a call, of many. */
    private static double nanos(FailableRunnable<SQLException> call) throws SQLException {
        double least = Double.MAX_VALUE;
        for (int attempt = 0; attempt < 5; attempt++) {
            long start = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
            least = Math.min(least, (double) (THREADS.getCurrentThreadCpuTime() - start) / CALLS);
        }
        return least;
    }

    private void print(String format, Object... values) {
        System.out.println(running.target().name() + ", " + String.format(Locale.ROOT, format, values));
    }

    private static BenchmarkParams parameters() {
        return TargetRuns.parameters(Workloads.all().of(Oltp.class).benchmark(), 1);
    }
}
