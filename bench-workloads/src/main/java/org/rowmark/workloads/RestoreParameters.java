package org.rowmark.workloads;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.RestoreOption;
import org.rowmark.restore.Restorers;
import org.rowmark.targets.Target;

/**
 * Values of the parameters of {@link Restore}.
 *
 * @param way name of a way, or {@code usual}
 * @param indexes whether indexes are built
 * @param pageSize bytes; empty: the way's own choice
 * @param buffers pages; empty: the server's own choice
 * @param jobs at least 1
 */
record RestoreParameters(String way, boolean indexes, OptionalInt pageSize, OptionalInt buffers, int jobs) {
    static final String USUAL = Restorers.USUAL;
    static final String ACTIVE = "active";
    static final String DEFAULT = "default";

    static RestoreParameters of(String way, String indexes, String pageSize, String buffers, String jobs) {
        return new RestoreParameters(
                way, indexes.equals(ACTIVE), number(pageSize), number(buffers), Integer.parseInt(jobs));
    }

    /** @param values by field name, all of them accepted */
    static RestoreParameters of(Map<String, String> values) {
        return of(
                values.get("way"),
                values.get("indexes"),
                values.get("pageSize"),
                values.get("buffers"),
                values.get("jobs"));
    }

    private static OptionalInt number(String text) {
        return text.equals(DEFAULT) ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text));
    }

    /**
     * Why the target's product cannot restore so, known without a server.
     *
     * @return the reason in one line, empty if it can
     */
    Optional<String> obstacle(Target target) {
        Optional<RestoreMethod> found = Restorers.method(target, way);
        if (found.isEmpty()) {
            String ways = Restorers.methods(target.database()).stream()
                    .map(RestoreMethod::name)
                    .collect(Collectors.joining(", "));
            return Optional.of(
                    ways.isEmpty()
                            ? "Rowmark knows no way to restore its backups"
                            : "has no way " + way + "; it has " + ways);
        }
        return asked().stream()
                .filter(choice -> !found.get().choices().contains(choice))
                .findFirst()
                .map(choice -> found.get().name() + " is no way that " + choice.meaning());
    }

    private List<RestoreOption> asked() {
        List<RestoreOption> asked = new ArrayList<>();
        if (!indexes) {
            asked.add(RestoreOption.INACTIVE_INDEXES);
        }
        if (pageSize.isPresent()) {
            asked.add(RestoreOption.PAGE_SIZE);
        }
        if (buffers.isPresent()) {
            asked.add(RestoreOption.BUFFERS);
        }
        if (jobs > 1) {
            asked.add(RestoreOption.JOBS);
        }
        return asked;
    }
}
