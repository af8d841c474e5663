package org.rowmark.options;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The CPUs of the processes of a run.
 *
 * @param client of the forks; empty for all
 * @param server of the private servers; empty for all
 */
public record Pinning(Optional<CpuSet> client, Optional<CpuSet> server) {
    /** Every process on all CPUs. */
    public static final Pinning NONE = new Pinning(Optional.empty(), Optional.empty());

    /** Completes the user's options by those of the study. */
    public static Pinning of(RunOptions options, RunOptions study) {
        return new Pinning(options.or(study, RunOption.PIN_CLIENT), options.or(study, RunOption.PIN_SERVER));
    }

    /** Returns what is pinned, as facts of the environment. */
    public Map<String, String> facts() {
        Map<String, String> facts = new TreeMap<>();
        client.ifPresent(cpus -> facts.put("forks on CPUs", cpus.text()));
        server.ifPresent(cpus -> facts.put("private servers on CPUs", cpus.text()));
        return facts;
    }

    /** Returns the program that starts a private server, with its arguments; empty for none. */
    public List<String> serverPrefix() {
        return server.map(CpuSet::prefix).orElse(List.of());
    }
}
