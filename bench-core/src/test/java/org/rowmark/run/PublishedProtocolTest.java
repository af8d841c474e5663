package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rowmark.plan.Requests.request;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.options.ProtocolChoice;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Plan.TargetBlock;
import org.rowmark.plan.Rounds;
import org.rowmark.plan.TestRounds;
import org.rowmark.result.RoundOrder;
import org.rowmark.stats.Protocol;
import org.rowmark.util.UsageException;

/** {@code --protocol published}: order, repetitions and figure of a study's publication. */
class PublishedProtocolTest {
    @TempDir
    Path temp;

    @Test
    void takes_order_rounds_and_figure_of_the_publication() throws IOException {
        Rounds rounds = request(asked("publishedProtocol: { order: sequential, rounds: 3, protocol: median-of-3 }"))
                .rounds();

        assertThat(rounds.order()).isEqualTo(RoundOrder.SEQUENTIAL);
        assertThat(rounds.planned()).isEqualTo(3);
        assertThat(rounds.protocol()).isEqualTo(Protocol.MEDIAN_OF_3);
    }

    @Test
    void what_the_user_sets_besides_goes_first() throws IOException {
        Rounds rounds = request(asked("publishedProtocol: { order: sequential, rounds: 3 }")
                        .with(RunOption.ROUNDS, 7))
                .rounds();

        assertThat(rounds.planned()).isEqualTo(7);
        assertThat(rounds.order()).isEqualTo(RoundOrder.SEQUENTIAL);
        assertThat(rounds.protocol()).isEqualTo(Protocol.MEAN);
    }

    @Test
    void without_it_the_study_measures_in_its_own_way() throws IOException {
        RunOptions study =
                RunOptions.NONE.with(RunOption.STUDY, study("publishedProtocol: { order: sequential, rounds: 3 }"));

        assertThat(request(study).rounds()).isEqualTo(TestRounds.of(6));
    }

    @Test
    void a_study_that_has_none_is_named_as_the_reason() throws IOException {
        RunOptions asked = asked("");

        assertThatThrownBy(() -> request(asked))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--protocol published: goes with --study");
    }

    @Test
    void the_command_that_does_it_again_sets_the_same() throws IOException {
        assertThat(request(asked("publishedProtocol: { rounds: 3 }")).output().command())
                .contains("--protocol published");
    }

    @Test
    void the_order_of_the_publication_is_that_of_the_plan_in_every_round() throws IOException {
        Plan plan = Plan.of(request(asked("publishedProtocol: { order: sequential, rounds: 5 }")));

        assertThat(plan.parts(plan.cells()))
                .hasSize(5)
                .allSatisfy(stage -> assertThat(stage.blocks())
                        .flatExtracting(TargetBlock::cells)
                        .isEqualTo(plan.cells()));
    }

    private RunOptions asked(String keys) throws IOException {
        return RunOptions.NONE
                .with(RunOption.STUDY, study(keys))
                .with(RunOption.PROTOCOL, ProtocolChoice.parse("--protocol", "published"));
    }

    private String study(String keys) throws IOException {
        Path file = temp.resolve("a-study.yaml");
        Files.write(
                file,
                List.of(
                        "question: Do the answers come?",
                        "workloads: { answers: { how: [well, halt] } }",
                        "targets: [h2-mem, sqlite]",
                        "rounds: 6",
                        keys));
        return file.toString();
    }
}
