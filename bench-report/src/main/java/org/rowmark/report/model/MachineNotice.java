package org.rowmark.report.model;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.stats.BracketedControl;

/** The notice that a report contains measurements of several machines: they were not interleaved. */
final class MachineNotice {
    private static final List<String> NUMBERS = List.of("no", "one", "two", "three", "four");

    private MachineNotice() {}

    /** Returns the notice for a comparison of two runs; empty for one machine, or where the machines are not known. */
    static Optional<String> compared(View view) {
        return view.results().sources().size() < 2
                ? Optional.empty()
                : measuredOn(view.results().sources()).map(text -> text + "; " + control(view.table()) + ".");
    }

    /** Returns the notice for runs that are reported one after the other. */
    static Optional<String> apart(List<View> views) {
        return views.size() < 2
                ? Optional.empty()
                : measuredOn(views.stream()
                                .flatMap(view -> view.results().sources().stream())
                                .toList())
                        .map(text -> text + ". The parts below are separate: no ratio is computed between them; the"
                                + " command compare computes one.");
    }

    private static Optional<String> measuredOn(Collection<Provenance> sources) {
        List<String> hosts = sources.stream()
                .map(Provenance::host)
                .filter(Predicate.not(String::isEmpty))
                .distinct()
                .toList();
        if (hosts.size() < 2) {
            return Optional.empty();
        }
        String number = hosts.size() < NUMBERS.size() ? NUMBERS.get(hosts.size()) : String.valueOf(hosts.size());
        return Optional.of(
                "Measured on " + number + " machines: " + String.join(", ", hosts) + "; nothing was interleaved");
    }

    /** Returns the result of a second visit to the first machine. */
    private static String control(ComparisonTable table) {
        String states = table.rows().stream()
                .flatMap(row -> row.result().stream())
                .flatMap(with -> with.control().stream())
                .map(BracketedControl::state)
                .map(BracketedControl.State::words)
                .distinct()
                .collect(Collectors.joining(", "));
        return states.isEmpty() ? "no control was measured" : states;
    }
}
