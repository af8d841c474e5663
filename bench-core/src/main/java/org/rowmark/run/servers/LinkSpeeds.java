package org.rowmark.run.servers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.link.LinkFacts;
import org.rowmark.link.LinkMeasurement;
import org.rowmark.link.LinkSpec;
import org.rowmark.process.ShutdownActions;
import org.rowmark.run.output.RunListener;
import org.rowmark.util.ErrorMessages;

/** What the links of a run do on this machine: each of them is measured once, beside a direct connection. */
public final class LinkSpeeds {
    private final RunListener listener;
    private final Map<LinkSpec, Optional<LinkFacts.Measured>> found = new HashMap<>();
    private final List<String> problems = new ArrayList<>();

    public LinkSpeeds(RunListener listener) {
        this.listener = listener;
    }

    /** Returns the target with what its link does; a link that cannot be measured is a problem, and not the run's end. */
    public CheckedTarget measured(CheckedTarget target) {
        Optional<LinkSpec> link = target.target().link().map(LinkSpec::onFreePort);
        return link.flatMap(spec -> found.computeIfAbsent(
                        spec, none -> measure(target.target().name(), spec)))
                .map(measured -> target.with(target.facts().with(measured)))
                .orElse(target);
    }

    private Optional<LinkFacts.Measured> measure(String target, LinkSpec link) {
        listener.preparing(target, "measuring the link " + link.text());
        try {
            LinkFacts.Measured measured = LinkMeasurement.of(link);
            listener.made(target, "link " + link.text() + ": " + measured.text());
            return Optional.of(measured);
        } catch (IOException | RuntimeException e) {
            ShutdownActions.holdIfEnding();
            problems.add("the link " + link.text() + " could not be measured: " + ErrorMessages.of(e));
            return Optional.empty();
        }
    }

    /** Lists the links that could not be measured, with the reasons. */
    public List<String> problems() {
        return List.copyOf(problems);
    }
}
