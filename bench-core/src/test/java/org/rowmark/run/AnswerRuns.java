package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.db.Targets;
import org.rowmark.link.sweep.LinkSweep;
import org.rowmark.options.CounterMode;
import org.rowmark.options.DataOptions;
import org.rowmark.options.DataOptions.DataCacheMode;
import org.rowmark.options.DesignChoice;
import org.rowmark.options.Pinning;
import org.rowmark.options.RestartPolicy;
import org.rowmark.options.Threads;
import org.rowmark.plan.JmhArguments;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Rounds;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.TestRounds;
import org.rowmark.plan.Timing;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.Answers;
import org.rowmark.study.StudyReporting;
import org.rowmark.util.Durations;
import org.rowmark.workload.Selection;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.Workloads;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs of {@link Answers} on H2 in memory, with two iterations of 50 ms.
 *
 * @param temp holds the folders out and data of the run
 * @param how the answers, each of which is a cell
 */
public record AnswerRuns(Path temp, List<String> how, int rounds, String limit, List<String> jmh) {
    static AnswerRuns in(Path temp, String... how) {
        return new AnswerRuns(temp, List.of(how), 1, "60s", List.of());
    }

    AnswerRuns rounds(int newRounds) {
        return new AnswerRuns(temp, how, newRounds, limit, jmh);
    }

    AnswerRuns limit(String newLimit) {
        return new AnswerRuns(temp, how, rounds, newLimit, jmh);
    }

    AnswerRuns jmh(String... words) {
        return new AnswerRuns(temp, how, rounds, limit, List.of(words));
    }

    RunRecord run() throws IOException {
        return run(Fork::measure);
    }

    RunRecord run(Fork.Measuring forks) throws IOException {
        return BenchmarkRun.run(Plan.of(request(Targets.builtIn(), "h2-mem")), RunListener.NONE, forks);
    }

    /** Returns a request with these rounds that is not run. */
    public static RunRequest request(Rounds rounds) {
        RunRequest any = in(Path.of("none"), "well").request(Targets.builtIn(), "h2-mem");
        return new RunRequest(
                any.what(), any.sampling(), any.load(), rounds, any.seed(), any.data(), any.servers(), any.output());
    }

    RunRequest request(Targets targets, String target) {
        Timing quick = new Timing(1, Durations.parse("", "50ms"), 2, Durations.parse("", "50ms"));
        Workloads workloads = Workloads.all();
        return new RunRequest(
                new RunRequest.What(
                        "Does the run hold?",
                        List.of(Selection.of(workloads.of(Answers.class), Map.of("how", how))),
                        List.of(targets.named(target)),
                        target,
                        DesignChoice.FULL,
                        List.of(),
                        LinkSweep.NOTHING,
                        false),
                new RunRequest.Sampling(quick, Durations.parse("", limit), CounterMode.ON, new JmhArguments(jmh)),
                new RunRequest.Load(Threads.ONE, Optional.empty(), new WorkloadOptions(Map.of())),
                TestRounds.of(rounds),
                7,
                new DataOptions(temp.resolve("data"), 7, DataCacheMode.OFF),
                new RunRequest.Servers(RestartPolicy.ROUND, false, new Pinning(Optional.empty(), Optional.empty())),
                new RunRequest.Output(temp.resolve("out"), "run answers", StudyReporting.NOTHING));
    }

    static RunRecord.Summary summary(RunRecord record, String how) {
        PlannedCell cell = record.manifest().cells().stream()
                .filter(planned -> planned.parameters().get("how").equals(how))
                .findFirst()
                .orElseThrow();
        return record.summaries().get(cell.number());
    }

    /** Returns the export of the run for other tools of JMH's. */
    JsonNode jmhJson() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(temp.resolve("out/jmh.json")));
    }
}
