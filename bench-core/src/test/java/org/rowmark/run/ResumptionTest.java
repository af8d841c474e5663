package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.rowmark.plan.Requests.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.Answers;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs that are stopped in the middle of a fork, and continued. */
class ResumptionTest {
    private static final List<String> HOW =
            List.of("well", "sql error", "halt", "hang"); // what forks do does not matter

    @TempDir
    Path temp;

    private int forks;

    /** The end of a process, as far as a test can have it: nothing catches it. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void continues_in_the_same_order_and_keeps_what_had_ended_byte_for_byte() throws IOException {
        RunRecord whole = BenchmarkRun.run(of("whole", 3), RunListener.NONE, forks(fork -> false));
        for (int killedAt : List.of(1, 2, 7, 12)) {
            Path out = temp.resolve("killed-" + killedAt);
            Plan plan = of(out.getFileName().toString(), 3);
            stop(plan, killedAt);
            List<String> before = Files.readAllLines(out.resolve("samples.jsonl"));
            Files.writeString(out.resolve("samples.jsonl"), "{\"kind\":\"sam", StandardOpenOption.APPEND);

            RunRecord record = BenchmarkRun.resume(plan, RunListener.NONE, forks(fork -> false), changes -> false);

            assertThat(record.outcomes())
                    .extracting(CellOutcome::round, CellOutcome::cell, CellOutcome::outcome)
                    .containsExactlyElementsOf(whole.outcomes().stream()
                            .map(each -> tuple(each.round(), each.cell(), each.outcome()))
                            .toList());
            assertThat(record.samples()).hasSameSizeAs(whole.samples());
            List<String> ended = before.subList(0, 2 * (killedAt - 1)); // a sample and an outcome each
            assertThat(before).hasSize(ended.size() + 1); // and a sample of the fork that was stopped
            assertThat(Files.readAllLines(out.resolve("samples.jsonl")).subList(0, ended.size()))
                    .isEqualTo(ended);
            assertThat(record.manifest().progress().status()).isEqualTo(Manifest.Status.COMPLETE);
            assertThat(jmh(out))
                    .hasSize(HOW.size())
                    .allSatisfy(cell -> assertThat(cell.get("forks").asInt()).isEqualTo(3));
            assertThat(out.resolve("resume.json")).doesNotExist();
            assertThat(out.resolve(".forks")).doesNotExist();
        }
    }

    @Test
    void can_be_stopped_again_and_again() throws IOException {
        Plan plan = of("out", 2);
        stop(plan, 2);
        for (int time = 0; time < 3; time++) {
            forks = 0;
            assertThatThrownBy(() -> BenchmarkRun.resume(plan, RunListener.NONE, forks(n -> n == 3), changes -> false))
                    .isInstanceOf(Killed.class);
        }

        RunRecord record = BenchmarkRun.resume(plan, RunListener.NONE, forks(n -> false), changes -> false);

        assertThat(record.count(Outcome.OK)).isEqualTo(HOW.size());
        assertThat(record.manifest().progress().resumed())
                .hasSize(4)
                .allSatisfy(resumed -> assertThat(resumed.changes()).isEmpty());
        assertThat(jmh(temp.resolve("out")))
                .allSatisfy(cell -> assertThat(cell.get("forks").asInt()).isEqualTo(2));
    }

    @Test
    void still_gives_up_a_cell_that_had_failed_twice() throws IOException {
        Plan plan = of("out", 4);
        Fork.Measuring failing = FakeForks.ofOneIteration((cell, time) -> {
            forks++;
            if (forks == 12) {
                throw new Killed();
            }
            if (cell.number() == 2) {
                throw new RunnerException("no");
            }
            return cell.number();
        });
        assertThatThrownBy(() -> BenchmarkRun.run(plan, RunListener.NONE, failing))
                .isInstanceOf(Killed.class);

        RunRecord record = BenchmarkRun.resume(plan, RunListener.NONE, failing, changes -> false);

        assertThat(record.outcomes())
                .filteredOn(outcome -> outcome.cell() == 2)
                .extracting(CellOutcome::reason)
                .containsExactly(
                        "no",
                        "no",
                        "not tried again after failing twice in a row",
                        "not tried again after failing twice in a row");
    }

    @Test
    void goes_on_with_a_cell_whose_failures_were_not_in_a_row() throws IOException {
        Plan plan = of("out", 5);
        Fork.Measuring failing = FakeForks.ofOneIteration((cell, time) -> {
            forks++;
            if (forks == 12) {
                throw new Killed();
            }
            if (cell.number() == 2 && (time == 1 || time == 3)) {
                throw new RunnerException("no");
            }
            return cell.number();
        });
        assertThatThrownBy(() -> BenchmarkRun.run(plan, RunListener.NONE, failing))
                .isInstanceOf(Killed.class);

        RunRecord record = BenchmarkRun.resume(plan, RunListener.NONE, failing, changes -> false);

        assertThat(record.outcomes())
                .filteredOn(outcome -> outcome.cell() == 2)
                .extracting(CellOutcome::reason)
                .containsExactly("no", "", "no", "", "");
    }

    @Test
    void of_a_run_that_has_ended_meanwhile_is_refused_and_leaves_the_record_as_it_is() throws IOException {
        Plan plan = of("out", 1);
        BenchmarkRun.run(plan, RunListener.NONE, forks(n -> false));
        String before = Files.readString(temp.resolve("out/samples.jsonl"));

        assertThatThrownBy(() -> BenchmarkRun.resume(plan, RunListener.NONE, forks(n -> false), changes -> true))
                .isInstanceOf(UsageException.class)
                .hasMessageEndingWith("out is complete; nothing is left to measure");

        assertThat(temp.resolve("out/samples.jsonl")).hasContent(before);
    }

    @Test
    void is_refused_for_another_plan_and_leaves_the_record_as_it_is() throws IOException {
        stop(of("out", 3), 3);
        String before = Files.readString(temp.resolve("out/samples.jsonl"));

        assertThatThrownBy(
                        () -> BenchmarkRun.resume(of("out", 4), RunListener.NONE, forks(n -> false), changes -> true))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("its number of rounds");

        assertThat(temp.resolve("out/samples.jsonl")).hasContent(before);
    }

    @Test
    void puts_a_question_in_a_changed_environment_and_records_what_was_accepted() throws IOException {
        Plan plan = of("out", 2);
        stop(plan, 3);
        Path json = temp.resolve("out/run.json");
        String kernel = RunDirectory.read(temp.resolve("out"))
                .manifest()
                .environment()
                .facts()
                .get("jvm");
        Files.writeString(json, Files.readString(json).replace(kernel, "another JVM"));
        List<String> asked = new ArrayList<>();

        assertThatThrownBy(() -> BenchmarkRun.resume(plan, RunListener.NONE, forks(n -> false), changes -> {
                    asked.addAll(changes);
                    return false;
                }))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--yes");
        assertThat(asked).containsExactly("the machine's jvm was another JVM and is " + kernel);

        RunRecord record = BenchmarkRun.resume(plan, RunListener.NONE, forks(n -> false), changes -> true);
        assertThat(record.count(Outcome.OK)).isEqualTo(HOW.size());
        assertThat(record.manifest().progress().resumed().get(0).changes()).isEqualTo(asked);
    }

    private void stop(Plan plan, int atFork) {
        forks = 0;
        assertThatThrownBy(() -> BenchmarkRun.run(plan, RunListener.NONE, forks(fork -> fork == atFork)))
                .isInstanceOf(Killed.class);
    }

    /** Returns forks, one of which is stopped when it has a sample. */
    private Fork.Measuring forks(IntPredicate isKilled) {
        Fork.Measuring fake = FakeForks.ofOneIteration((cell, time) -> cell.number());
        return (fork, recorder) -> {
            forks++;
            BenchmarkResult result = fake.measure(fork, recorder);
            if (isKilled.test(forks)) {
                throw new Killed();
            }
            return result;
        };
    }

    private Plan of(String out, int rounds) {
        RunOptions options = Bench.options(Workloads.all().of(Answers.class), "-wi", "0", "-i", "1", "-r", "50ms")
                .targets(List.of("h2-mem"))
                .parameters(Map.of("how", HOW))
                .with(RunOption.ROUNDS, rounds)
                .with(RunOption.SEED, 7L)
                .with(RunOption.OUT, temp.resolve(out))
                .with(RunOption.DATA_DIR, temp.resolve("data"));
        return plan(options);
    }

    private static List<JsonNode> jmh(Path out) throws IOException {
        List<JsonNode> cells = new ArrayList<>();
        JsonMapper.shared().readTree(Files.readString(out.resolve("jmh.json"))).forEach(cells::add);
        return cells;
    }
}
