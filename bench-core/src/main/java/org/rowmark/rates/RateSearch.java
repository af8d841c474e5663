package org.rowmark.rates;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.rowmark.fixture.Latencies;
import org.rowmark.fixture.Session;
import org.rowmark.options.LatencyGoal;
import org.rowmark.options.Rates;
import org.rowmark.options.RunOption;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.Timing;
import org.rowmark.process.ShutdownActions;
import org.rowmark.result.HighestRate;
import org.rowmark.result.HighestRate.Trial;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.Sample;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.run.cells.CellForks;
import org.rowmark.run.cells.CellForks.EndedFork;
import org.rowmark.run.cells.CellRecords;
import org.rowmark.run.cells.ServerPool;
import org.rowmark.run.cells.ServerPool.MeasuredServer;
import org.rowmark.run.output.RunListener;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Verdict;
import org.rowmark.util.Durations;
import org.rowmark.util.LatencyHistogram;

/**
 * The search, before the first round, for the highest rate at which each workload meets a goal on each target. A trial
 * is a fork; its samples are recorded as of round 0, which counts in no result.
 */
public record RateSearch(
        RunRequest request,
        LatencyGoal goal,
        ServerPool servers,
        CellForks forks,
        CellRecords records,
        RunDirectory directory,
        RunListener listener,
        List<HighestRate> found) {
    /** The most rounds at the edge, and the rounds that a verdict needs. */
    private static final int MOST_ROUNDS = Verdict.LEAST_ROUNDS;

    /** The least rate has so many times the operations that a percentile needs, as their number varies. */
    private static final double MARGIN = 1.5;

    private static final MathContext DIGITS = new MathContext(6);

    /** Returns the search of a run; empty if none is wanted. */
    public static Optional<RateSearch> of(
            RunRequest request,
            ServerPool servers,
            CellForks forks,
            CellRecords records,
            RunDirectory directory,
            RunListener listener) {
        Optional<LatencyGoal> wanted = request.load().options().get(RunOption.FIND_MAX);
        return wanted.map(
                goal -> new RateSearch(request, goal, servers, forks, records, directory, listener, new ArrayList<>()));
    }

    /** Searches, and returns the rates of cells with a part of the highest one, by number. */
    public Map<Integer, String> search(List<PlannedCell> toMeasure, List<HighestRate> known) throws IOException {
        found.addAll(known);
        Map<List<?>, PlannedCell> systems = new LinkedHashMap<>();
        for (PlannedCell cell : toMeasure) {
            if (request.workload(cell).takes(RunOption.FIND_MAX)) {
                PlannedCell closed = cell.without(Session.RATE);
                systems.putIfAbsent(List.of(closed.target(), closed.question()), closed);
            }
        }
        for (PlannedCell closed : systems.values()) {
            if (known.stream().noneMatch(highest -> highest.isOf(closed))) {
                search(closed);
            }
        }
        return rates(toMeasure);
    }

    /** Returns the rates of cells whose rate is a part of the highest one that was found, by number. */
    private Map<Integer, String> rates(List<PlannedCell> cells) {
        Map<Integer, String> rates = new TreeMap<>();
        for (PlannedCell cell : cells) {
            String rate = cell.parameters().getOrDefault(Session.RATE, "");
            found.stream()
                    .filter(highest -> rate.endsWith(Rates.MAX)
                            && highest.isOf(cell.without(Session.RATE))
                            && !highest.rounds().isEmpty())
                    .forEach(highest -> {
                        double part = Double.parseDouble(rate.substring(0, rate.length() - Rates.MAX.length()));
                        rates.put(
                                cell.number(),
                                text(part * Interval.ofMean(highest.perRound()).mean()));
                    });
        }
        return rates;
    }

    private static String text(double rate) {
        return new BigDecimal(rate).round(DIGITS).toPlainString();
    }

    private void search(PlannedCell closed) throws IOException {
        ShutdownActions.holdIfEnding();
        Trials trials = new Trials(closed);
        List<Double> rounds = new ArrayList<>();
        String problem = "";
        try (MeasuredServer server = servers.start(request.target(closed))) {
            trials.server = server;
            double least = trials.leastRate();
            OptionalDouble edge = RateBracket.find(trials.closedLoop, least, trials::holds);
            if (edge.isEmpty()) {
                problem = "no rate down to " + text(least) + "/s meets it, and lower ones have fewer than the "
                        + goal.leastOperations() + " operations in a trial that " + goal.name()
                        + " needs: give a longer --time";
            }
            int wanted = Math.min(MOST_ROUNDS, request.rounds().planned());
            double start = edge.orElse(0);
            while (edge.isPresent() && rounds.size() < wanted) {
                trials.round = rounds.size() + 1;
                start = RateBracket.again(start, least, trials::holds).orElse(least); // at most that
                rounds.add(start);
            }
        } catch (ServerPool.NotStarted | TrialFailed e) {
            problem = e.getMessage();
            rounds.clear();
        }
        HighestRate highest = new HighestRate(
                closed.target(),
                closed.workload(),
                closed.parameters(),
                goal.text(),
                trials.closedLoop,
                rounds,
                problem,
                trials.all);
        found.add(highest);
        directory.write(found);
        listener.made(closed.target(), words(closed, highest));
    }

    private static String words(PlannedCell closed, HighestRate highest) {
        String what = PlannedCell.name(closed.workload(), highest.parameters()) + ", highest rate with "
                + highest.goal() + ": ";
        if (highest.rounds().isEmpty()) {
            return what + highest.problem();
        }
        Interval rate = Interval.ofMean(highest.perRound());
        String interval = rate.isKnown() ? String.format(Locale.ROOT, " (%.0f to %.0f)", rate.low(), rate.high()) : "";
        return what + String.format(Locale.ROOT, "%.0f operations/s%s, %d rounds", rate.mean(), interval, rate.n());
    }

    /** The end of a search because a fork failed. */
    private static final class TrialFailed extends IOException {
        private static final long serialVersionUID = 1L;

        TrialFailed(String problem) {
            super(problem);
        }
    }

    /** The trials of a workload on a server that is up. */
    private final class Trials {
        private final PlannedCell closed;
        private final List<Trial> all = new ArrayList<>();
        private MeasuredServer server;
        private double closedLoop;
        private int round;

        Trials(PlannedCell closed) {
            this.closed = closed;
        }

        /** Measures a closed loop, and returns a rate that has few operations in a trial but as many as the goal needs. */
        double leastRate() throws IOException {
            closedLoop = measured(closed).stream()
                    .mapToDouble(Sample::score)
                    .average()
                    .orElse(0);
            if (!(closedLoop > 0)) {
                throw new TrialFailed("no operation in a closed loop ended within the measured time");
            }
            Timing timing = request.sampling().timing();
            double seconds = timing.time().multipliedBy(timing.iterations()).toMillis() / 1e3;
            return MARGIN * goal.leastOperations() / seconds;
        }

        boolean holds(double rate) throws IOException {
            String text = text(rate);
            List<Sample> samples = measured(closed.with(Session.RATE, text));
            Histogram times = LatencyHistogram.empty();
            samples.forEach(sample -> times.add(LatencyHistogram.decode(sample.histogram())));
            double backlog = samples.stream()
                    .map(sample -> sample.secondary().get(Latencies.BACKLOG))
                    .mapToDouble(Sample.Metric::score)
                    .max()
                    .orElse(0);
            double nanos = (double) times.getValueAtPercentile(goal.percentile());
            boolean holds = times.getTotalCount() >= goal.leastOperations()
                    && nanos < goal.nanos()
                    && backlog <= Latencies.HELD_PERCENT;
            all.add(new Trial(round, Double.parseDouble(text), nanos, backlog, holds));
            listener.preparing(
                    closed.target(),
                    closed.workload() + " at " + text + "/s: " + goal.name() + " " + Durations.brief((long) nanos)
                            + (holds ? "" : ", too fast"));
            return holds;
        }

        /** Measures a fork, and returns its measured iterations. */
        private List<Sample> measured(PlannedCell cell) throws IOException {
            ShutdownActions.holdIfEnding();
            EndedFork fork = forks.measure(request, cell, 0, server.file(), Optional.empty());
            if (fork.returned().isEmpty() || fork.samples().isEmpty()) {
                records.clean(cell, server.running());
                throw new TrialFailed(fork.problem());
            }
            return fork.samples();
        }
    }
}
