package org.rowmark.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rowmark.result.Environment;

/** The speeds of one thread in the forks of a run. A shutdown reads them in its own thread. */
final class ForkSpeeds {
    private final List<Double> millionSteps = new ArrayList<>();

    synchronized void add(double ofFork) {
        millionSteps.add(ofFork);
    }

    /** Returns the machine with the median as a fact; the same machine if no fork has reported one. */
    synchronized Environment addTo(Environment machine) {
        if (millionSteps.isEmpty()) {
            return machine;
        }
        List<Double> sorted = millionSteps.stream().sorted().toList();
        int forks = sorted.size();
        double median = (sorted.get((forks - 1) / 2) + sorted.get(forks / 2)) / 2;
        String text = String.format(Locale.ROOT, "%.0f million steps/s", median);
        String range = String.format(
                Locale.ROOT, " (median of %d forks, %.0f to %.0f)", forks, sorted.get(0), sorted.get(forks - 1));
        return machine.with(Environment.SPEED, forks == 1 ? text : text + range);
    }
}
