package org.rowmark.options;

import java.util.stream.Stream;
import org.rowmark.stats.Protocol;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;

/** A user's choice of the protocol that makes one figure of the rounds: a {@link Protocol}, or {@link #PUBLISHED}. */
public record ProtocolChoice(String id) {
    /** The order, the repetitions and the figure of the study's publication. */
    public static final String PUBLISHED = "published";

    public static ProtocolChoice of(Protocol protocol) {
        return new ProtocolChoice(protocol.id());
    }

    /** @throws UsageException naming the accepted ones */
    public static ProtocolChoice parse(String option, String text) {
        var ids = Stream.concat(Stream.of(Protocol.values()).map(Protocol::id), Stream.of(PUBLISHED))
                .toList();
        Suggestions.require(option, text, ids);
        return new ProtocolChoice(text);
    }

    public boolean isPublished() {
        return id.equals(PUBLISHED);
    }

    /** @throws UsageException if it is the published one, which only a study knows */
    public Protocol protocol() {
        return Protocol.named(id);
    }
}
