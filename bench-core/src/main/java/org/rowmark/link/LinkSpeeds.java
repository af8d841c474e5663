package org.rowmark.link;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.rowmark.process.ShutdownActions;
import org.rowmark.util.ErrorMessages;

/** What the links of a run do on this machine: each of them is measured once, beside a direct connection. */
public final class LinkSpeeds {
    private final BiConsumer<String, String> before;
    private final BiConsumer<String, String> after;
    private final Map<LinkSpec, Optional<LinkFacts.Measured>> found = new HashMap<>();
    private final List<String> problems = new ArrayList<>();

    /** Both receive a target's name and a text. */
    public LinkSpeeds(BiConsumer<String, String> before, BiConsumer<String, String> after) {
        this.before = before;
        this.after = after;
    }

    /** Returns what the link of a target does; a link that cannot be measured is a problem, and not the run's end. */
    public Optional<LinkFacts.Measured> of(String target, LinkSpec link) {
        return found.computeIfAbsent(link.onFreePort(), spec -> measure(target, spec));
    }

    private Optional<LinkFacts.Measured> measure(String target, LinkSpec link) {
        before.accept(target, "measuring the link " + link.text());
        try {
            LinkFacts.Measured measured = LinkMeasurement.of(link);
            after.accept(target, "link " + link.text() + ": " + measured.text());
            return Optional.of(measured);
        } catch (IOException | RuntimeException e) {
            ShutdownActions.holdIfEnding();
            problems.add("the link " + link.text() + " could not be measured: " + ErrorMessages.of(e));
            return Optional.empty();
        }
    }

    public List<String> problems() {
        return List.copyOf(problems);
    }
}
