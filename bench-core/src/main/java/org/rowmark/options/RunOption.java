package org.rowmark.options;

import java.io.File;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.text.CaseUtils;
import org.rowmark.clients.launch.ClientsChoice;
import org.rowmark.link.sweep.LinkSweep;
import org.rowmark.memory.sweep.MemorySweep;
import org.rowmark.options.DataOptions.DataCacheMode;
import org.rowmark.options.Pinning.CpuSet;
import org.rowmark.options.Rates.Arrivals;
import org.rowmark.result.RoundOrder;
import org.rowmark.targets.Isolation;
import org.rowmark.util.Choice;
import org.rowmark.util.Durations;
import org.rowmark.util.Percent;
import org.rowmark.util.SocketAddresses;
import org.rowmark.util.UsageException;

/**
 * An option of a run, stated once for all who set it: the command line, study files, the {@code main} methods of
 * workloads, and the command that repeats a run.
 *
 * @param <T> type of the value; {@link Boolean} for a flag, which takes none
 * @param valueLabel placeholder of the value in the help, for example {@code N}
 * @param description for the help, behind the option that it goes with
 * @param reader of the value, given the place that an error names and the text
 * @param writer of the value, as one text or several that the reader reads
 * @param sum of an earlier value and a later one; empty if the later one replaces it
 */
public record RunOption<T>(
        String name,
        String valueLabel,
        String description,
        Class<T> type,
        BiFunction<String, String, T> reader,
        Function<T, List<String>> writer,
        Optional<BinaryOperator<T>> sum) {
    private static final Map<String, RunOption<?>> ALL = new LinkedHashMap<>();
    private static final Map<String, RunOption<?>> STUDY_KEYS = new LinkedHashMap<>();
    private static final String SQL_USE = "runs SQL files";
    private static final String RATED = "can begin operations at a rate";
    private static final Map<RunOption<?>, String> USES = new LinkedHashMap<>();

    /** Earlier names, which are still taken; commands in run directories have them. */
    private static final Map<String, String> EARLIER_NAMES = Map.of("--targets", "--targets-file");

    public static final RunOption<Path> TARGETS_FILE =
            path("--targets-file", "FILE", "A targets file (YAML), in addition to the built-in targets.");

    public static final RunOption<String> STUDY =
            text("--study", "NAME", "A study, or the path of a study file. See: list studies.");

    /** May be given several times; the settings add up. */
    public static final RunOption<SettingSweep> VARY = registered(new RunOption<>(
            "--vary",
            "NAME=V1,V2",
            "Values of a server setting, or of java (directories of JDKs) or jvmArgs; each target is measured with each of"
                    + " them. May be repeated.",
            SettingSweep.class,
            SettingSweep::parse,
            SettingSweep::texts,
            Optional.of(SettingSweep::with)));

    /** May be given several times; the links add up. */
    public static final RunOption<LinkSweep> LINK = registered(new RunOption<>(
            "--link",
            "NAME|SPEC",
            "A simulated link between driver and server: a preset (list links), parts such as"
                    + " rtt=500us,bandwidth=1g,jitter=50us, or none. May be repeated; each target is measured with"
                    + " each of them.",
            LinkSweep.class,
            LinkSweep::parse,
            LinkSweep::texts,
            Optional.of(LinkSweep::with)));

    public static final RunOption<Integer> ROUNDS = inStudies(whole(
            "--rounds",
            "How often each cell is measured. Default: until all rows of the report are clear, or --budget is used up;"
                    + " with nothing to compare 5; aa: 10."));

    public static final RunOption<Double> PRECISION = inStudies(percent(
            "--precision",
            "Measure until the 95% intervals of all ratios are no wider than this to each side, such as 2%."));

    public static final RunOption<Integer> MAX_ROUNDS =
            inStudies(whole("--max-rounds", "the largest number of rounds. Default: 80."));

    public static final RunOption<Duration> BUDGET = inStudies(duration(
            "--budget",
            "The time of a run that measures until all rows are clear. Default: 10 minutes after the fifth"
                    + " round; with --precision 2h."));

    /** In the form that {@code WatchedRatio#parse} reads. */
    public static final RunOption<String> RATIO = inStudies(text(
            "--ratio",
            "RATIO",
            "the only ratio that counts, as \"WORKLOAD [param=value...]: B against A\". Default: all."));

    public static final RunOption<RoundOrder> ORDER = inStudies(choice(
            "--order",
            "The order of cells. interleaved (default): shuffled in each round; turns: the targets measure in turn,"
                    + " a slice of time each, with all servers up; bracketed: the baseline, the others, the baseline"
                    + " again; sequential: every round in the order of the plan.",
            RoundOrder.class));

    public static final RunOption<DesignChoice> DESIGN = inStudies(choice(
            "--design",
            "The combinations that are measured. full: every one; star: each parameter and varied setting alone, the"
                    + " others as in the control. Default: full; star for a study below its published size.",
            DesignChoice.class));

    public static final RunOption<Duration> SLICE =
            inStudies(duration("--slice", "the length of a turn. Default: 50ms."));

    public static final RunOption<ProtocolChoice> PROTOCOL = inStudies(option(
            "--protocol",
            "ID",
            "The statistic that summarises the rounds: mean (default), median-of-3, trimmed-mean or sum-of-3;"
                    + " or published: the order, repetitions and statistic of the study's publication.",
            ProtocolChoice.class,
            ProtocolChoice::parse,
            ProtocolChoice::id));

    public static final RunOption<Double> MARGIN =
            inStudies(percent("--margin", "Differences up to this do not matter in practice. Default: 3%."));

    public static final RunOption<Warmups> WARMUPS = inStudies(option(
            "--warmups",
            "N|auto[:N]",
            "Warm-up iterations per fork. auto: at most 20, or N, in the first round, and as many as each workload needs"
                    + " in later ones. Default: 2; single shots: 0.",
            Warmups.class,
            Warmups::parse,
            Warmups::text));

    public static final RunOption<Duration> WARMUP_TIME =
            inStudies(duration("--warmup-time", "Length of a warm-up iteration. Default: 1s."));

    public static final RunOption<Integer> ITERATIONS =
            inStudies(whole("--iterations", "Measured iterations per fork. Default: 3; single shots: 1."));

    public static final RunOption<Duration> TIME =
            inStudies(duration("--time", "Length of a measured iteration. Default: 1s."));

    /** Numbers of threads; several become a parameter of cells. */
    public static final RunOption<Threads> THREADS = inStudies(option(
            "--threads",
            "N1,N2",
            "Threads, each with its own connection; several numbers are swept. Default: 1.",
            Threads.class,
            Threads::parse,
            Threads::text));

    /** Numbers of clients; each becomes a parameter of cells. */
    public static final RunOption<ClientsChoice> CLIENTS = option(
            "--clients",
            "N1,N2|FILE",
            "Measure with this many clients at the same time, each a process with --threads; several numbers are swept."
                    + " With FILE, on its machines, by ssh. Default: none, this process measures.",
            ClientsChoice.class,
            ClientsChoice::parse,
            ClientsChoice::text);

    public static final RunOption<InetSocketAddress> LISTEN = option(
            "--listen",
            "HOST:PORT",
            "start none, and wait here, such as at 127.0.0.1:7000, for clients that are started by hand.",
            InetSocketAddress.class,
            SocketAddresses::parse,
            SocketAddresses::text);

    public static final RunOption<Double> OVERLAP = option(
            "--overlap",
            "PERCENT",
            "the least part of the longest client's time in which all must work, or the cell is measured"
                    + " again. Default: 95%.",
            Double.class,
            Percent::parsePart,
            Percent::text);

    public static final RunOption<CpuSet> PIN_CLIENT =
            inStudies(cpus("--pin-client", "CPUs on which alone forks run, such as 0 or 0-1,3. Linux only."));

    public static final RunOption<CpuSet> PIN_SERVER =
            inStudies(cpus("--pin-server", "CPUs on which alone private servers run, such as 0 or 0-1,3. Linux only."));

    /** Sizes, separated by commas; each becomes a parameter of cells. */
    public static final RunOption<String> POOL = inStudies(ofWorkloads(
            "can borrow connections from a pool",
            option(
                    "--pool",
                    "N1,N2",
                    "Connections of a HikariCP pool from which the threads borrow for each operation; several are"
                            + " swept. Default: none, a thread keeps its own.",
                    String.class,
                    RunOption::poolSizes,
                    Function.identity())));

    /** Rates, separated by commas; each becomes a parameter of cells. */
    public static final RunOption<String> RATE = inStudies(ofWorkloads(
            RATED,
            option(
                    "--rate",
                    "N1,N2",
                    "Operations per second of all threads, which begin at fixed times however long others take (open"
                            + " loop); several are swept; 0.8max is a part of what --find-max finds. Default: none,"
                            + " each begins when the thread's last has ended.",
                    String.class,
                    Rates::parse,
                    Function.identity())));

    public static final RunOption<Arrivals> ARRIVALS = inStudies(ofWorkloads(
            RATED,
            choice("--arrivals", "the intervals between operations, constant (default) or random.", Arrivals.class)));

    public static final RunOption<LatencyGoal> FIND_MAX = inStudies(ofWorkloads(
            RATED,
            option(
                    "--find-max",
                    "P=TIME",
                    "Search the highest rate with this latency before the first round: p50, p90, p99, p99.9 or max, as"
                            + " p99=20ms.",
                    LatencyGoal.class,
                    LatencyGoal::parse,
                    LatencyGoal::text)));

    public static final RunOption<Isolation> ISOLATION = inStudies(choice(
            "--isolation",
            "Isolation level of connections that measure. Default: the target's, or its server's own.",
            Isolation.class));

    public static final RunOption<Double> SCALE = inStudies(ofWorkloads(
            "generates data of a size to choose",
            option(
                    "--scale",
                    "SIZE",
                    "Size of generated data: 1 for the published size, quick for 0.01 (default), or a number such as 0.06.",
                    Double.class,
                    Scale::parse,
                    Scale::text)));

    public static final RunOption<MemorySweep> MEMORY = inStudies(option(
            "--memory",
            "SIZE",
            "Measure with 1, 3/4, 1/2, 1/4, 1/8 and 1/16 of this memory, such as 4G, as the servers' own setting; one step"
                    + " after the other: --vary memory=4G,2G.",
            MemorySweep.class,
            MemorySweep::parse,
            MemorySweep::text));

    public static final RunOption<Double> DATA_FACTOR = inStudies(option(
            "--data-factor",
            "N",
            "the size of the data, in multiples of the largest step. Default: 1.5.",
            Double.class,
            Scale::parse,
            Scale::text));

    public static final RunOption<Boolean> CGROUP = flag(
            "--cgroup",
            "Limit each private server with a memory setting, and the system's cache for it, by a cgroup. Linux, root.");

    /** May be a path on the server. */
    public static final RunOption<Path> BACKUP = ofWorkloads(
            "restores a backup",
            path("--backup", "FILE", "The backup to restore. Default: one made from generated data."));

    /** May be given several times; the files add up. */
    public static final RunOption<SqlFiles> SQL = ofWorkloads(
            SQL_USE,
            registered(new RunOption<>(
                    "--sql",
                    "FILE[@WEIGHT]",
                    "A file of SQL statements that are measured; several are compared, or are a mix. Implies the workload"
                            + " sql. May be repeated.",
                    SqlFiles.class,
                    SqlFiles::parse,
                    SqlFiles::texts,
                    Optional.of(SqlFiles::with))));

    public static final RunOption<Boolean> SAME_RESULT = ofWorkloads(
            SQL_USE, flag("--same-result", "results that differ from the first file's on the baseline are failures."));

    public static final RunOption<Boolean> MIX = ofWorkloads(
            SQL_USE,
            flag(
                    "--mix",
                    "the files are transactions of one workload, chosen at random by their weights; they may change data."));

    /** May be given several times; the parameters add up. */
    public static final RunOption<DrawnParameters> SQL_PARAM = ofWorkloads(
            SQL_USE,
            registered(new RunOption<>(
                    "--sql-param",
                    "NAME=DRAW",
                    "values of the parameter :NAME, drawn before iterations: uniform(1,1000), zipfian(1,1000),"
                            + " special(1,1000), sequential(1,1000), text(20), date(2020-01-01,2026-01-01). May be"
                            + " repeated.",
                    DrawnParameters.class,
                    DrawnParameters::parse,
                    DrawnParameters::texts,
                    Optional.of(DrawnParameters::with))));

    public static final RunOption<Path> SQL_PARAMS = ofWorkloads(
            SQL_USE,
            path(
                    "--sql-params",
                    "FILE",
                    "a CSV file with a header and the values of parameters (?, or :NAME by its columns)."));

    public static final RunOption<Path> SQL_SETUP = ofWorkloads(
            SQL_USE, path("--sql-setup", "FILE", "statements that make tables in a schema of Rowmark's own."));

    public static final RunOption<Path> SQL_TEARDOWN =
            ofWorkloads(SQL_USE, path("--sql-teardown", "FILE", "statements before that schema is dropped."));

    public static final RunOption<Boolean> SQL_WRITES =
            ofWorkloads(SQL_USE, flag("--sql-writes", "allow statements that are not queries."));

    public static final RunOption<CounterMode> COUNTERS = inStudies(choice(
            "--counters",
            "Counters of server and client for each iteration: on (default), off, or timed, which also starts"
                    + " private servers with settings that count the times of file reads and writes.",
            CounterMode.class));

    public static final RunOption<Long> SEED = seed(
            "--seed", "Seed of the order and of the data. Default: a random one for the order, which is recorded.");

    public static final RunOption<Long> DATA_SEED =
            seed("--data-seed", "Seed of the data alone. Default: that of --seed, 1 without it.");

    public static final RunOption<Path> OUT = path("--out", "DIR", "The run directory. Default: rowmark-results/TIME.");

    public static final RunOption<Duration> PROGRESS_INTERVAL = option(
            "--progress-interval",
            "TIME",
            "Print operations/s, p99 and errors of each such time, 1s or more, while a cell is measured. Default: on a"
                    + " terminal 1s, for cells longer than 5 s; else none.",
            Duration.class,
            RunOption::interval,
            Durations::text);

    public static final RunOption<Path> DATA_DIR = path(
            "--data-dir",
            "DIR",
            "Where private servers and embedded databases keep their data during the run."
                    + " Default: the system's temporary directory.");

    public static final RunOption<DataCacheMode> DATA_CACHE = choice(
            "--data-cache",
            "Data directories of private servers, kept in the cache and copied for the next run instead of loading:"
                    + " auto (default) those that took 10 s or more to load, on all, off none. See: cache list.",
            DataCacheMode.class);

    public static final RunOption<String> BASELINE =
            text("--baseline", "NAME", "The target that the others are compared with. Default: the first.");

    public static final RunOption<Duration> TIMEOUT = duration(
            "--timeout",
            "The longest time of a fork, or of a cell's loading, preparation or clean-up; then the cell fails."
                    + " Default: 15m plus 4 times the iterations of a fork; 2h for each single shot or iteration of"
                    + " fixed work.");

    public static final RunOption<RestartPolicy> RESTART = inStudies(option(
            "--restart",
            "round|run",
            "When private servers are started: anew for every round (default), or once for the whole run.",
            RestartPolicy.class,
            RestartPolicy::parse,
            RestartPolicy::id));

    /** Confirms changes of settings of external servers, which otherwise need confirmation at the terminal. */
    public static final RunOption<Boolean> YES =
            flag("--yes", "Change the settings of external servers without confirmation.");

    /** Lists the options by which a workload changes data that it only reads otherwise. */
    public static List<RunOption<?>> writing() {
        return List.of(SQL_SETUP, SQL_TEARDOWN, SQL_WRITES, MIX);
    }

    /** Returns the name without dashes in front, by which workloads declare the options that they take. */
    public String key() {
        return name.substring(2);
    }

    /** Returns a sentence or two for the help, with the default. */
    @Override
    public String description() {
        return OptionRules.required(this)
                .map(other -> "With " + other + ": " + description)
                .orElse(description);
    }

    /** Returns whether the value is a path of this machine's files. */
    public boolean isPath() {
        return type == Path.class;
    }

    public boolean isFlag() {
        return type == Boolean.class;
    }

    /** Returns whether several values add up; otherwise the last one counts. */
    public boolean isRepeatable() {
        return sum.isPresent();
    }

    /**
     * Returns the phrase for a workload that takes it, for example "restores a backup"; empty if it is not for
     * workloads.
     */
    public Optional<String> use() {
        return Optional.ofNullable(USES.get(this));
    }

    /** @throws UsageException if the text is no value of this option */
    public T parse(String text) {
        return parse(name, text);
    }

    /** @param where what the error names in place of the option, for example the key of a study */
    public T parse(String where, String text) {
        return reader.apply(where, text);
    }

    T cast(Object value) {
        return type.cast(value);
    }

    /** Combines one value and a later one. */
    Object merged(Object first, Object second) {
        return sum.map(both -> both.apply(cast(first), cast(second))).orElseGet(() -> cast(second));
    }

    /** Writes a value as {@link #parse} reads it: several texts are separated as paths are. */
    String text(Object value) {
        return String.join(File.pathSeparator, writer.apply(cast(value)));
    }

    /** Writes the option and a value of it as on a command line. */
    public List<String> words(Object value) {
        return isFlag()
                ? List.of(name)
                : writer.apply(cast(value)).stream()
                        .flatMap(text -> Stream.of(name, text))
                        .toList();
    }

    /** Lists all options in the order in which a command has them. */
    public static Collection<RunOption<?>> all() {
        return Collections.unmodifiableCollection(ALL.values());
    }

    /** Lists the options that a study may set, by key: the name in camel case. */
    public static Map<String, RunOption<?>> studyKeys() {
        return Collections.unmodifiableMap(STUDY_KEYS);
    }

    /** Lists the options that go to the workloads which declare them. */
    public static Set<RunOption<?>> ofWorkloads() {
        return Collections.unmodifiableSet(USES.keySet());
    }

    public static Optional<RunOption<?>> named(String name) {
        return Optional.ofNullable(ALL.get(current(name)));
    }

    /** Returns a word of a command line, {@code NAME} or {@code NAME=VALUE}, with the name in place of an earlier one. */
    public static String current(String word) {
        int end = word.startsWith("--") && word.contains("=") ? word.indexOf('=') : word.length();
        String name = word.substring(0, end);
        return EARLIER_NAMES.getOrDefault(name, name) + word.substring(end);
    }

    private static <T> RunOption<T> inStudies(RunOption<T> option) {
        STUDY_KEYS.put(CaseUtils.toCamelCase(option.key(), false, '-'), option);
        return option;
    }

    private static <T> RunOption<T> ofWorkloads(String use, RunOption<T> option) {
        USES.put(option, use);
        return option;
    }

    private static <T> RunOption<T> option(
            String name,
            String valueLabel,
            String description,
            Class<T> type,
            BiFunction<String, String, T> reader,
            Function<T, String> writer) {
        return registered(new RunOption<>(
                name, valueLabel, description, type, reader, value -> List.of(writer.apply(value)), Optional.empty()));
    }

    private static <T> RunOption<T> registered(RunOption<T> option) {
        ALL.put(option.name(), option);
        return option;
    }

    private static RunOption<Boolean> flag(String name, String description) {
        return option(name, "", description, Boolean.class, (where, text) -> true, value -> "");
    }

    private static <C extends Enum<C> & Choice> RunOption<C> choice(String name, String description, Class<C> type) {
        return option(
                name,
                Stream.of(type.getEnumConstants()).map(Choice::id).collect(Collectors.joining("|")),
                description,
                type,
                (where, text) -> Choice.parse(where, text, type.getEnumConstants()),
                Choice::id);
    }

    private static RunOption<String> text(String name, String valueLabel, String description) {
        return option(name, valueLabel, description, String.class, (where, text) -> text, text -> text);
    }

    private static RunOption<Path> path(String name, String valueLabel, String description) {
        return option(name, valueLabel, description, Path.class, (where, text) -> Path.of(text), Path::toString);
    }

    private static RunOption<Integer> whole(String name, String description) {
        return number(name, description, Integer.class, Integer::valueOf);
    }

    private static RunOption<Long> seed(String name, String description) {
        return number(name, description, Long.class, Long::valueOf);
    }

    private static <N extends Number> RunOption<N> number(
            String name, String description, Class<N> type, Function<String, N> reader) {
        return option(
                name,
                "N",
                description,
                type,
                (where, text) -> {
                    try {
                        return reader.apply(text.strip());
                    } catch (NumberFormatException e) {
                        throw new UsageException(where + " '" + text + "': give a whole number", e);
                    }
                },
                String::valueOf);
    }

    private static RunOption<CpuSet> cpus(String name, String description) {
        return option(name, "CPUS", description, CpuSet.class, CpuSet::parse, CpuSet::text);
    }

    private static RunOption<Duration> duration(String name, String description) {
        return option(name, "TIME", description, Duration.class, Durations::parse, Durations::text);
    }

    private static RunOption<Double> percent(String name, String description) {
        return option(name, "PERCENT", description, Double.class, Percent::parse, Percent::text);
    }

    private static Duration interval(String where, String text) {
        return Durations.find(text)
                .filter(interval -> interval.toSeconds() >= 1)
                .orElseThrow(() -> new UsageException(where + " '" + text + "': give a time of at least 1s"));
    }

    private static String poolSizes(String where, String text) {
        String sizes = text.replace(" ", "");
        if (!sizes.matches("[1-9][0-9]{0,3}(,[1-9][0-9]{0,3})*")) {
            throw new UsageException(
                    where + " '" + text + "': give numbers of connections from 1 to 9999, several separated by commas");
        }
        return sizes;
    }
}
