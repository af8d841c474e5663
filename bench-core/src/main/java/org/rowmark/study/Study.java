package org.rowmark.study;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.rowmark.link.sweep.LinkSweep;
import org.rowmark.options.ProtocolChoice;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.SettingSweep;
import org.rowmark.stats.Protocol;
import org.rowmark.targets.Target;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;
import org.rowmark.util.Yaml;
import org.rowmark.workload.Workloads;

/**
 * A question and what is measured to answer it; one YAML file each.
 *
 * @param name the file's name without its ending
 * @param workloads by name, each with the values of the parameters that are not left at their defaults
 * @param databases ids of those that it is about; empty for all
 * @param published those of its publication: order, rounds and protocol; empty if they are unknown
 * @param text of its file, for errors that name a line
 */
public record Study(
        String name,
        String question,
        Map<String, Map<String, List<String>>> workloads,
        List<String> targets,
        List<String> databases,
        RunOptions options,
        Optional<RunOptions> published,
        SettingSweep vary,
        LinkSweep links,
        StudyReporting reporting,
        String text) {

    /** Returns a study of the same workloads and targets that sets nothing else. */
    public Study choiceOnly() {
        return new Study(
                name,
                question,
                workloads,
                targets,
                List.of(),
                RunOptions.NONE,
                Optional.empty(),
                SettingSweep.NOTHING,
                LinkSweep.NOTHING,
                StudyReporting.NOTHING,
                text);
    }

    /** @throws UsageException naming the first target of a database that it is not about */
    public void requireFor(List<Target> chosen) {
        chosen.stream()
                .filter(target -> !databases.isEmpty() && !databases.contains(target.database()))
                .findFirst()
                .ifPresent(target -> {
                    throw target.problem("study " + name + " is about " + String.join(", ", databases)
                            + ", and this is " + target.database() + "; name another with --target");
                });
    }

    /** @throws UsageException if the user has chosen the protocol of the publication and the study has none */
    public RunOptions asPublished(RunOptions options) {
        if (options.get(RunOption.PROTOCOL).filter(ProtocolChoice::isPublished).isEmpty()) {
            return options;
        }
        RunOptions theirs = published.orElseThrow(() -> new UsageException("--protocol " + ProtocolChoice.PUBLISHED
                + ": goes with --study and a study that states how it was published (publishedProtocol:)"));
        return options.with(RunOption.PROTOCOL, theirs.get(RunOption.PROTOCOL).orElse(ProtocolChoice.of(Protocol.MEAN)))
                .completedBy(theirs);
    }

    /** @throws UsageException naming the first name that none of its workloads and settings has, measured or not */
    public void requireKnown(SettingSweep varied, LinkSweep linked, Workloads all) {
        TreeSet<String> keys = new TreeSet<>(List.of(Published.WORKLOAD, Workloads.TARGET_PARAMETER));
        keys.addAll(vary.with(varied).values().keySet());
        if (links.varies() || linked.varies()) {
            keys.add(LinkSweep.KEY);
        }
        lookUp("", () -> {
            workloads
                    .keySet()
                    .forEach(each -> keys.addAll(all.named(each).parameters().keySet()));
            links.workloads()
                    .forEach(each ->
                            Suggestions.require("link: workloads: no workload of the study", each, workloads.keySet()));
            reporting
                    .view()
                    .ifPresent(view -> Stream.concat(view.rows().stream(), Stream.of(view.column()))
                            .forEach(each -> Suggestions.require("view: no parameter or varied setting", each, keys)));
            reporting.control().ifPresent(control -> control.requireKnown(all));
            return keys;
        });
    }

    /**
     * Looks up names that it has below a key.
     *
     * @param keys of the file, each with a colon and a space
     * @throws UsageException as the look-up throws it, with the study, the line and the keys in front
     */
    public <T> T lookUp(String keys, Supplier<T> names) {
        try {
            return names.get();
        } catch (UsageException e) {
            String where = "study " + name;
            throw Yaml.withLine(where, text, new UsageException(where + ": " + keys + e.getMessage(), e));
        }
    }
}
