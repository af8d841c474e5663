package org.rowmark.options;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/**
 * The CPUs of the processes of a run.
 *
 * @param client of the forks; empty for all
 * @param server of the private servers; empty for all
 */
public record Pinning(Optional<CpuSet> client, Optional<CpuSet> server) {
    /** Every process on all CPUs. */
    public static final Pinning NONE = new Pinning(Optional.empty(), Optional.empty());

    /**
     * Reads the options.
     *
     * @throws UsageException if servers are pinned and a target has none that Rowmark starts as a process
     */
    public static Pinning of(RunOptions options, RunOptions study, List<Target> targets) {
        Optional<CpuSet> server = options.or(study, RunOption.PIN_SERVER);
        server.ifPresent(cpus -> targets.stream()
                .filter(target -> target.server() != ServerKind.LOCAL && target.server() != ServerKind.ARTIFACT)
                .findFirst()
                .ifPresent(target -> {
                    throw new UsageException(RunOption.PIN_SERVER.name() + " " + cpus.text() + ": target '"
                            + target.name() + "' has no server process that Rowmark starts ("
                            + target.server().id() + "); leave one of them out");
                }));
        return new Pinning(options.or(study, RunOption.PIN_CLIENT), server);
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
