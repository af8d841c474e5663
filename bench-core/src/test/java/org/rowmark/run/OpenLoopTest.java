package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.rowmark.plan.Requests.plan;
import static org.rowmark.plan.Requests.request;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.fixture.Latencies;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Threads;
import org.rowmark.options.Warmups;
import org.rowmark.plan.Plan;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.latency.TimeLines;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.Mixed;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

/** Operations with kinds, and operations that begin at a rate, in real forks. */
class OpenLoopTest {
    @TempDir
    Path temp;

    @Test
    void kinds_are_kept_apart_add_up_to_the_total_and_are_read_by_other_tools() throws IOException {
        RunRecord record = run(options().with(RunOption.THREADS, Threads.of(2)).with(RunOption.ITERATIONS, 2));

        Histogram all = LatencyHistogram.empty();
        for (Sample sample : record.samples()) {
            assertThat(sample.kinds()).containsOnlyKeys(Mixed.SHORT, Mixed.LONG);
            Histogram ofShort = LatencyHistogram.decode(sample.kinds().get(Mixed.SHORT));
            Histogram ofLong = LatencyHistogram.decode(sample.kinds().get(Mixed.LONG));
            Histogram total = LatencyHistogram.decode(sample.histogram());
            assertThat(ofLong.getMinValue()).isGreaterThanOrEqualTo(599_000);
            assertThat(ofShort.getValueAtPercentile(20)).isBetween(199_000L, 500_000L);
            assertThat(ofShort.getTotalCount() / (double) ofLong.getTotalCount())
                    .isBetween(2.5, 3.5);
            ofShort.add(ofLong);
            assertThat(ofShort).isEqualTo(total);
            all.add(total);
            // every long one has failed once, on both threads
            double errors = sample.secondary().get("errors.40001").score();
            assertThat(errors).isEqualTo(sample.secondary().get("retries").score());
            assertThat(errors).isCloseTo((double) ofLong.getTotalCount(), within(6.0));
        }
        List<Histogram> logged = new ArrayList<>();
        HistogramLogReader log =
                new HistogramLogReader(temp.resolve("out/latencies/cell-1.hlog").toFile());
        for (EncodableHistogram next = log.nextIntervalHistogram(); next != null; next = log.nextIntervalHistogram()) {
            logged.add((Histogram) next);
        }
        assertThat(logged).extracting(Histogram::getTag).containsExactly(null, Mixed.SHORT, Mixed.LONG);
        assertThat(logged.get(0)).isEqualTo(all);
        assertThat(logged.get(1).getTotalCount() + logged.get(2).getTotalCount())
                .isEqualTo(all.getTotalCount());
        List<TimeLines.Second> seconds = record.timeLines().read(1); // of iterations of 300 ms
        assertThat(seconds).extracting(TimeLines.Second::iteration).containsExactly(1, 2);
        assertThat(seconds).noneMatch(TimeLines.Second::isWarmup);
        assertThat(seconds).extracting(second -> second.length().toMillis()).allMatch(millis -> millis > 200);
        assertThat(seconds.stream().mapToLong(TimeLines.Second::timed).sum()).isEqualTo(all.getTotalCount());
        assertThat(seconds).allMatch(second -> second.p50() <= second.p99() && second.p99() <= second.max());
        assertThat(seconds.stream().mapToLong(TimeLines.Second::max).max().getAsLong())
                .isCloseTo(all.getMaxValue(), withinPercentage(1));
    }

    @Test
    void a_pause_between_operations_belongs_to_the_time_of_none() throws IOException {
        Sample sample = measured(options().parameters(Map.of("micros", List.of("100"), "pause", List.of("2000"))));

        Histogram times = LatencyHistogram.decode(sample.histogram());
        assertThat(sample.score()).isLessThan(470);
        assertThat(times.getValueAtPercentile(75)).isLessThan(1_500_000);
    }

    /** PoolTest has random arrivals in every build. */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"constant, 1", "poisson, 1"})
    void a_rate_of_one_thread_can_be_held_too(String arrivals, int threads) throws IOException {
        a_rate_that_can_be_held_is_the_throughput_and_leaves_next_to_no_backlog(arrivals, threads);
    }

    @ParameterizedTest
    @CsvSource("constant, 2")
    void a_rate_that_can_be_held_is_the_throughput_and_leaves_next_to_no_backlog(String arrivals, int threads)
            throws IOException {
        Sample sample = measured(options()
                .withText(RunOption.RATE, "200")
                .withText(RunOption.ARRIVALS, arrivals)
                .withText(RunOption.TIME, "500ms")
                .with(RunOption.THREADS, Threads.of(threads)));

        assertThat(sample.score()).isBetween(90.0, 250.0);
        assertThat(sample.secondary().get(Latencies.BACKLOG)).satisfies(backlog -> {
            assertThat(backlog.unit()).isEqualTo("%");
            assertThat(backlog.score()).isLessThan(50); // the last operations may be late, on a busy machine more
        });
        long timed = LatencyHistogram.decode(sample.histogram()).getTotalCount();
        // all but the first of each, and those that had not begun
        assertThat(timed).isBetween(sample.operations() - threads, sample.operations() + 10);
    }

    @Test
    void a_rate_that_cannot_be_held_ends_normally_with_its_backlog() throws IOException {
        Sample sample =
                measured(options().withText(RunOption.RATE, "6000").parameters(Map.of("micros", List.of("1000"))));

        // 667 of 6,000 operations a second, fewer on a busy machine
        assertThat(sample.secondary().get(Latencies.BACKLOG).score())
                .isGreaterThan(80.0)
                .isLessThan(100.0);
        assertThat(sample.score()).isLessThan(700);
        Histogram times = LatencyHistogram.decode(sample.histogram());
        assertThat(times.getMaxValue()).isGreaterThan(150_000_000);
        // those that had not begun count, too
        assertThat(times.getTotalCount()).isGreaterThan(5 * sample.operations());
        assertThat(times.getMinValue()).isLessThan(10_000_000);
        assertThat(sample.kinds().values())
                .extracting(kind -> LatencyHistogram.decode(kind).getTotalCount())
                .allMatch(ofKind -> ofKind < sample.operations());
    }

    @Test
    void each_rate_is_a_cell_and_the_plan_states_the_load() {
        RunOptions options =
                options().withText(RunOption.RATE, "100, 250.0,100").withText(RunOption.POOL, "2");

        assertThat(Plan.of(request(options)).cells())
                .extracting(PlannedCell::parameters)
                .extracting(parameters -> parameters.get("rate") + " " + parameters.get("pool"))
                .containsExactly("100 2", "250 2");
        assertThat(request(options).pace()).isEqualTo("open loop, constant arrivals");
        assertThat(request(options).output().command()).contains(" --rate 100,250,100");
        assertThat(request(options()).pace()).isEqualTo("closed loop");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mixed    | --rate 0               | --rate '0': give operations per second above 0, such as 500",
                "mixed    | --rate fast            | --rate 'fast': give operations per second above 0",
                "mixed    | --rate 10,-1           | --rate '10,-1': give operations per second above 0",
                "one-shot | --rate 10              | --rate 10: none of this run's workloads can begin operations at a",
                "waiter   | --rate 10              | --rate 10: none of this run's workloads can begin operations at a",
                "mixed    | --arrivals poisson     | --arrivals poisson: goes with --rate",
                "mixed    | --rate 10 -bm sample   | --rate 10: excludes JMH's option -bm; leave one of them out",
                "mixed    | --rate 10 --order turns | --rate 10: excludes --order turns; leave one of them out",
                "mixed    | -p rate=10             | -p rate=…: give values with --rate",
            })
    void refuses_what_has_no_rate(String workload, String arguments, String message) {
        String[] words = arguments.split(" ", -1);

        assertThatThrownBy(() -> request(Bench.options(Workloads.all().named(workload), words)))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(message);
    }

    /** Returns those of one round of one iteration. */
    static RunOptions options() {
        return RunOptions.NONE
                .workloads(List.of("mixed"))
                .targets(List.of("h2-mem"))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.WARMUPS, Warmups.of(0))
                .with(RunOption.ITERATIONS, 1)
                .withText(RunOption.TIME, "300ms");
    }

    private Sample measured(RunOptions options) throws IOException {
        return run(options).samples().iterator().next();
    }

    private RunRecord run(RunOptions options) throws IOException {
        return BenchmarkRun.run(plan(options.with(RunOption.OUT, temp.resolve("out"))), RunListener.NONE);
    }
}
