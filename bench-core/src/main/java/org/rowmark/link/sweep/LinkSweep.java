package org.rowmark.link.sweep;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.link.LinkSpec;
import org.rowmark.targets.Target;

/**
 * Links, by name, that vary: every target that one can lie before becomes one for each. Workloads that are not listed
 * are measured over the first one only, without a list all over all.
 */
public record LinkSweep(Map<String, Optional<LinkSpec>> links, List<String> workloads) {
    /** The name of what varies, in studies and reports. */
    public static final String KEY = "link";

    /** No links but those of the targets themselves. */
    public static final LinkSweep NOTHING = new LinkSweep(Map.of(), List.of());

    private static final String AT = "@";

    public LinkSweep {
        links = Collections.unmodifiableMap(new LinkedHashMap<>(links));
        workloads = List.copyOf(workloads);
    }

    /** Reads one link: a preset, parts, or none. */
    public static LinkSweep parse(String where, String text) {
        Optional<LinkSpec> link = Optional.of(text)
                .filter(any -> !text.strip().equals(LinkSpec.NONE))
                .map(any -> LinkSpec.parse(where, text));
        return new LinkSweep(Map.of(link.map(LinkSpec::name).orElse(LinkSpec.NONE), link), List.of());
    }

    public List<String> texts() {
        return links.values().stream()
                .map(link -> link.map(LinkSpec::text).orElse(LinkSpec.NONE))
                .toList();
    }

    public LinkSweep with(LinkSweep others) {
        Map<String, Optional<LinkSpec>> both = new LinkedHashMap<>(links);
        both.putAll(others.links);
        return new LinkSweep(both, workloads);
    }

    /** Returns these links, or those of a study where there are none; the study's choice of workloads stays. */
    public LinkSweep or(LinkSweep ofStudy) {
        return links.isEmpty() ? ofStudy : new LinkSweep(links, ofStudy.workloads);
    }

    public boolean varies() {
        return links.size() > 1;
    }

    /** Returns each target with each link; refuses a user's links that lie before none. */
    public List<Target> of(List<Target> targets, boolean isOwn) {
        if (links.isEmpty()) {
            return targets;
        }
        if (isOwn && targets.stream().noneMatch(target -> target.linkObstacle().isEmpty())) {
            Target first = targets.get(0);
            throw first.problem(first.linkObstacle().orElseThrow());
        }
        List<Target> all = new ArrayList<>();
        for (Target target : targets) {
            if (target.linkObstacle().isPresent() || (!isOwn && target.link().isPresent())) {
                all.add(target);
            } else {
                links.forEach((name, link) -> all.add(
                        link.isEmpty()
                                ? target.withLink(link)
                                : target.withLink(link).named(target.name() + AT + name)));
            }
        }
        return all;
    }

    /** Returns whether a workload is measured on a target. */
    public boolean has(String workload, Target target) {
        return workloads.isEmpty()
                || workloads.contains(workload)
                || links.isEmpty()
                || !links.containsKey(name(target))
                || links.keySet().iterator().next().equals(name(target))
                || target.linkObstacle().isPresent();
    }

    public List<String> notes(List<Target> targets) {
        List<String> notes = new ArrayList<>();
        for (Target target : links.isEmpty() ? List.<Target>of() : targets) {
            target.linkObstacle()
                    .ifPresent(obstacle -> notes.add(target.name() + " is measured without a link: " + obstacle));
        }
        return notes;
    }

    public static String name(Target target) {
        return target.link().map(LinkSpec::name).orElse(LinkSpec.NONE);
    }
}
