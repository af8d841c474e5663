package org.rowmark.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a user said, at any door; what was left unsaid is empty and filled in by {@link RunRequest#resolve}.
 *
 * @param workloads names; none: those of the study
 * @param targets names; none: those of the study
 * @param study name of a study or path of its file; empty: the quick tour if no workload is named
 * @param parameters values by JMH field name
 * @param restart how long servers stay up; empty: as the study says, anew for every round without one
 * @param jmh JMH's own options
 * @param limit the longest that one fork may take
 */
public record RunOptions(
        List<String> workloads,
        List<String> targets,
        Optional<Path> targetsFile,
        Optional<String> study,
        Map<String, List<String>> parameters,
        Optional<Integer> rounds,
        Optional<Integer> warmups,
        Optional<Duration> warmupTime,
        Optional<Integer> iterations,
        Optional<Duration> time,
        Optional<Integer> threads,
        Optional<Long> seed,
        Optional<Path> out,
        Optional<Path> data,
        Optional<String> baseline,
        Optional<Duration> limit,
        Optional<Restart> restart,
        List<String> jmh) {

    /** Nothing said. */
    public static final RunOptions NONE = new RunOptions(
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());

    /**
     * The command that does the same again, in the same order of cells. Where the results go is left to the next user.
     */
    String command(long usedSeed) {
        List<String> words = new ArrayList<>(List.of("java", "-jar", "bench-cli.jar", "run"));
        words.addAll(workloads);
        targets.forEach(target -> words.addAll(List.of("--target", target)));
        targetsFile.ifPresent(file -> words.addAll(List.of("--targets", file.toString())));
        study.ifPresent(name -> words.addAll(List.of("--study", name)));
        parameters.forEach((name, values) -> words.addAll(List.of("-p", name + "=" + String.join(",", values))));
        add(words, "--rounds", rounds);
        add(words, "--warmups", warmups);
        add(words, "--warmup-time", warmupTime.map(Durations::text));
        add(words, "--iterations", iterations);
        add(words, "--time", time.map(Durations::text));
        add(words, "--threads", threads);
        add(words, "--seed", Optional.of(usedSeed));
        add(words, "--data", data);
        add(words, "--baseline", baseline);
        add(words, "--limit", limit.map(Durations::text));
        if (restart.equals(Optional.of(Restart.NEVER))) {
            words.add("--keep-servers");
        }
        if (!jmh.isEmpty()) {
            words.add("--");
            words.addAll(jmh);
        }
        return words.stream().map(RunOptions::quoted).collect(Collectors.joining(" "));
    }

    private static void add(List<String> words, String option, Optional<?> value) {
        value.ifPresent(given -> words.addAll(List.of(option, given.toString())));
    }

    private static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
