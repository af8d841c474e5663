package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.rowmark.report.DemoRun;
import org.rowmark.report.Demos;
import org.rowmark.report.Level;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.Shown;
import org.rowmark.report.model.View;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.clients.ClientRecord;
import org.rowmark.result.clients.ClientRecord.ClientFacts;
import org.rowmark.result.clients.ClientRecord.ClientShare;

/** The section of the clients of a run with one cell, measured in the first two of three rounds. */
class ClientsTest {
    private static final Instant START = Instant.parse("2026-11-20T08:00:00Z");
    private static final PlannedCell CELL =
            new PlannedCell(1, "pg", "point-select", "one row by its primary key", Map.of("clients", "2"));

    private final List<ClientFacts> clients = new ArrayList<>(List.of(
            new ClientFacts(1, "north", Map.of("os", "Debian 13", "cpu", "EPYC")),
            new ClientFacts(2, "south", Map.of("os", "Debian 13", "cpu", "EPYC"))));
    private final List<ClientShare> shares = new ArrayList<>();

    private void share(int round, int attempt, int client, double score, double load, double overlap) {
        share(round, attempt, client, false, score, "ops/s", load, overlap);
    }

    private void share(
            int round,
            int attempt,
            int client,
            boolean warmup,
            double score,
            String unit,
            double load,
            double overlap) {
        shares.add(new ClientShare(
                round,
                1,
                attempt,
                client,
                warmup,
                1,
                START,
                START.plusSeconds(1),
                score,
                unit,
                1000,
                OptionalDouble.of(load),
                1500L * client,
                250L * round,
                overlap,
                overlap > 0.95));
    }

    private View view() {
        RunRecord run = new DemoRun(3)
                .target("pg", "")
                .cell(CELL, Level.throughput(100, 0.01), 2)
                .but(Outcome.FAILED, "client 2 of 2 (south): it has ended")
                .build();
        ClientRecord record = new ClientRecord(clients, shares);
        return Demos.view(
                new RunRecord(
                        run.manifest(),
                        run.samples(),
                        run.outcomes(),
                        run.scripts(),
                        run.highestRates(),
                        run.queries(),
                        run.timeLines(),
                        record),
                ReportOptions.NONE);
    }

    private List<List<TableCell>> rows() {
        return Shown.tables(view(), "Clients").get(0).rows();
    }

    @Test
    void a_client_has_a_row_with_its_score_share_load_overlap_and_offset() {
        share(1, 1, 1, 30, 40, 0.99);
        share(1, 1, 2, 60, 50, 0.99);
        share(2, 1, 1, 50, 60, 0.97);
        share(2, 1, 2, 60, 70, 0.97);

        assertThat(Shown.tables(view(), "Clients").get(0).header())
                .containsExactly(
                        "client",
                        "host",
                        "score, ops/s",
                        "share",
                        "CPU of the client, %",
                        "overlap",
                        "clock offset, ms");
        assertThat(rows())
                .extracting(Shown::texts)
                .containsExactly(
                        List.of("1", "north", "40.0", "40 %", "50", "97 %", "1.50 ± 0.500"),
                        List.of("2", "south", "60.0", "60 %", "60", "97 %", "3.00 ± 0.500"));
        assertThat(Shown.section(view(), "Clients").contents())
                .extracting(part -> ((Section) part).text())
                .containsExactly("Shares from 40 % to 60 %, a ratio of 0.667×.");
    }

    @Test
    void a_client_that_is_busy_for_more_than_80_percent_is_marked() {
        share(1, 1, 1, 50, 80, 1);
        share(1, 1, 2, 50, 81, 1);

        List<TableCell> loads = rows().stream().map(row -> row.get(4)).toList();

        assertThat(loads.get(0).isWarning()).isFalse();
        assertThat(loads.get(1).isWarning()).isTrue();
        assertThat(loads.get(1).line()).isEqualTo("81 (client-bound)");
    }

    @Test
    void warm_up_repeated_attempts_and_rounds_that_failed_do_not_count() {
        share(1, 1, 1, false, 1, "ops/s", 50, 0.5);
        share(1, 2, 1, true, 2, "ops/s", 50, 0.5);
        share(1, 2, 1, 100, 50, 0.99);
        share(3, 1, 1, 3, 50, 0.5);

        assertThat(rows())
                .singleElement()
                .satisfies(row -> assertThat(Shown.texts(row)).contains("100", "99 %"));
    }

    @Test
    void times_have_no_share() {
        share(1, 1, 1, false, 5, "ms/op", 50, 1);
        share(1, 1, 2, false, 6, "ms/op", 50, 1);

        assertThat(rows()).extracting(row -> row.get(3).text()).containsExactly("–", "–");
        assertThat(Shown.section(view(), "Clients").contents())
                .extracting(part -> ((Section) part).text())
                .containsExactly("");
    }

    @Test
    void facts_in_which_clients_differ_are_unexpected_as_they_were_last() {
        share(1, 1, 1, 50, 50, 1);
        assertThat(Shown.section(view(), "Clients").contents()).hasSize(1);

        clients.add(new ClientFacts(2, "south", Map.of("os", "Debian 12", "cpu", "EPYC", "governor", "powersave")));

        DataTable differences = Shown.tables(view(), "Clients").get(1);
        assertThat(differences.header()).containsExactly("unexpected difference", "client 1", "client 2");
        assertThat(differences.rows())
                .extracting(Shown::texts)
                .containsExactly(List.of("governor", "–", "powersave"), List.of("os", "Debian 13", "Debian 12"));
    }
}
