package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.rowmark.plan.Requests.plan;
import static org.rowmark.plan.Requests.request;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.fixture.Latencies;
import org.rowmark.fork.ForkSignals;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.HighestRate;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.fork.SampleRecorder;
import org.rowmark.run.output.RunListener;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.UsageException;

/** Searches on a server with a known queue: operations take a millisecond on average, and their times are exponential. */
class RateSearchTest {
    private static final double SERVED = 1000;

    /** The rate at which a hundredth of the times in the queue are longer than 20 ms. */
    private static final double EDGE = SERVED - Math.log(100) / 0.020;

    @TempDir
    Path temp;

    private int operations = 10_000;
    private final List<Double> rates = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();

    @Test
    void finds_the_highest_rate_and_measures_at_a_part_of_it() throws IOException {
        RunRecord record = run(options().withText(RunOption.RATE, "0.5max,0.9max"), rate -> SERVED - rate);

        HighestRate found = record.highestRates().get(0);
        assertThat(found.rounds())
                .hasSize(3)
                .allSatisfy(rate -> assertThat(rate).isCloseTo(EDGE, within(0.03 * EDGE)));
        assertThat(found.closedLoop()).isEqualTo(SERVED);
        assertThat(found.parameters()).containsOnlyKeys("micros", "pause");
        assertThat(found.trials()).allSatisfy(trial -> {
            assertThat(trial.holds()).isEqualTo(trial.nanos() < 20e6 && trial.backlog() == 0);
            assertThat(trial.nanos() < 20e6).isEqualTo(trial.rate() < EDGE);
        });
        assertThat(found.trials()).extracting(HighestRate.Trial::round).contains(0, 1, 2, 3);
        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith("h2-mem: mixed micros=200 pause=0, highest rate with p99<20ms: 7");

        double mean = found.rounds().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
        List<Double> ofRounds = rates.subList(found.trials().size(), rates.size());
        assertThat(ofRounds)
                .hasSize(6)
                .allSatisfy(rate -> assertThat(List.of(rate / mean - 0.5, rate / mean - 0.9))
                        .anySatisfy(distance -> assertThat(distance).isCloseTo(0, within(1e-4))));
        assertThat(record.manifest().cells())
                .extracting(cell -> cell.parameters().get("rate"))
                .containsExactly("0.5max", "0.9max");
        assertThat(record.samples())
                .filteredOn(sample -> sample.round() == 0)
                .hasSize(found.trials().size() + 1);
        assertThat(record.count(Outcome.OK)).isEqualTo(2);
    }

    @Test
    void without_a_rate_the_rounds_measure_the_closed_loop() throws IOException {
        RunRecord record = run(options(), rate -> SERVED - rate);

        assertThat(record.highestRates()).hasSize(1);
        assertThat(rates).hasSameSizeAs(record.highestRates().get(0).trials());
        assertThat(record.samples()).filteredOn(sample -> sample.round() > 0).hasSize(3);
    }

    @Test
    void parts_of_a_rate_that_no_search_found_fail_with_the_reason_and_the_run_ends() throws IOException {
        RunRecord record = run(options().withText(RunOption.RATE, "0.5max,100"), rate -> 1);

        assertThat(record.highestRates().get(0).problem())
                .startsWith("no rate down to ")
                .contains("/s meets it");
        assertThat(record.summaries().get(1).reason())
                .isEqualTo("no highest rate was found, of which its rate would be a part");
        assertThat(record.summaries().get(2).outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void an_iteration_that_falls_behind_is_not_made_up_for_by_others() throws IOException {
        RunRecord record = run(options(), rate -> SERVED - rate, 5, 0, 0);

        assertThat(record.highestRates().get(0).trials())
                .isNotEmpty()
                .noneMatch(HighestRate.Trial::holds)
                .allMatch(trial -> trial.backlog() == 5);
    }

    @Test
    void judges_no_percentile_by_fewer_operations_than_the_report() throws IOException {
        operations = 999;
        RunRecord few = run(options(), rate -> SERVED - rate);
        operations = 1000;
        RunRecord enough = run(options(), rate -> SERVED - rate);

        HighestRate none = few.highestRates().get(0);
        assertThat(none.rounds()).isEmpty();
        assertThat(none.problem())
                .isEqualTo(
                        "no rate down to 150/s meets it, and lower ones have fewer than the 1000 operations in a trial"
                                + " that p99 needs: give a longer --time");
        assertThat(none.trials().get(none.trials().size() - 1).rate()).isEqualTo(150);
        assertThat(enough.highestRates().get(0).rounds()).hasSize(3);
    }

    @Test
    void a_fork_that_fails_ends_the_search_and_not_the_run() throws IOException {
        RunRecord record = run(options(), rate -> {
            throw new IllegalArgumentException("too fast");
        });

        assertThat(record.highestRates().get(0).problem()).contains("too fast");
        assertThat(record.outcomes()).extracting(CellOutcome::outcome).containsOnly(Outcome.OK);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--find-max p99      | --find-max 'p99': give p50, p90, p99, p99.9 or max and a time in us, ms or s above 0",
                "--find-max p95<1ms  | --find-max 'p95<1ms': give p50",
                "--find-max p99<0ms  | --find-max 'p99<0ms': give p50",
                "--find-max p99<20   | --find-max 'p99<20': give p50",
                "--find-max p99:20ms | --find-max 'p99:20ms': give p50",
                "--rate 0.5max       | --rate 0.5max: goes with --find-max",
                "--find-max p99<1s -tu ms | --find-max p99<1s: excludes JMH's option -tu; leave one of them out",
            })
    void refuses_what_is_no_goal(String arguments, String message) {
        assertThatThrownBy(() -> request(Bench.options(
                        request(options()).what().selections().get(0).workload(), arguments.split(" ", -1))))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void a_goal_needs_no_quotes_in_a_shell() {
        assertThat(RunOption.FIND_MAX.parse("p99.9=1.5ms")).isEqualTo(RunOption.FIND_MAX.parse("p99.9 < 1.5ms"));
    }

    private static RunOptions options() {
        return OpenLoopTest.options()
                .with(RunOption.ROUNDS, 3)
                .withText(RunOption.TIME, "10s")
                .withText(RunOption.FIND_MAX, "p99 < 20ms");
    }

    private RunRecord run(RunOptions options, DoubleUnaryOperator served) throws IOException {
        return run(options, served, 0);
    }

    /**
     * @param served operations per second that are served and not asked for, at a rate
     * @param backlogs of the iterations of a fork, in percent, where any are left
     */
    private RunRecord run(RunOptions options, DoubleUnaryOperator served, double... backlogs) throws IOException {
        FakeForks forks = FakeForks.ofOneIteration((cell, time) -> SERVED);
        Fork.Measuring queue = (fork, recorder) -> {
            String rate = fork.cell().parameters().get("rate");
            if (rate != null) {
                rates.add(Double.parseDouble(rate));
                double left;
                try {
                    left = served.applyAsDouble(Double.parseDouble(rate));
                } catch (IllegalArgumentException e) {
                    throw new RunnerException(e.getMessage(), e);
                }
                for (int i = 0; i < backlogs.length - 1; i++) {
                    signal(recorder, left, backlogs[i]);
                    forks.measure(fork, recorder);
                }
                signal(recorder, left, backlogs[backlogs.length - 1]);
            }
            return forks.measure(fork, recorder);
        };
        RunListener listener = new RunListener() {
            @Override
            public void made(String target, String text) {
                lines.add(target + ": " + text);
            }
        };
        return BenchmarkRun.run(plan(options.with(RunOption.OUT, temp.resolve("out" + operations))), listener, queue);
    }

    private void signal(SampleRecorder recorder, double left, double backlog) {
        recorder.latencies(ForkSignals.NO_KIND, exponential(1e9 / Math.max(1, left)));
        recorder.metric(Latencies.BACKLOG, new Sample.Metric(left > 0 ? backlog : 50, "%"));
    }

    private Histogram exponential(double mean) {
        Histogram times = LatencyHistogram.empty();
        for (int i = 0; i < operations; i++) {
            times.recordValue(Math.round(-mean * Math.log(1 - (i + 0.5) / operations)));
        }
        return times;
    }
}
