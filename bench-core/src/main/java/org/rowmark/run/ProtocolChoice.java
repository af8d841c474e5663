package org.rowmark.run;

import java.util.stream.Stream;
import org.rowmark.db.Names;
import org.rowmark.db.UsageException;
import org.rowmark.stats.Protocol;

/**
 * How one figure is made of the rounds, as a user asks for it.
 *
 * @param id of a {@link Protocol}, or {@link #PUBLISHED}
 */
public record ProtocolChoice(String id) {
    /** The order, the repetitions and the figure with which the study was published. */
    static final String PUBLISHED = "published";

    static ProtocolChoice of(Protocol protocol) {
        return new ProtocolChoice(protocol.id());
    }

    /** @throws UsageException naming the accepted ones */
    static ProtocolChoice parse(String option, String text) {
        var ids = Stream.concat(Stream.of(Protocol.values()).map(Protocol::id), Stream.of(PUBLISHED))
                .toList();
        if (!ids.contains(text)) {
            throw new UsageException(option + " '" + text + "'" + Names.suggestion(text, ids));
        }
        return new ProtocolChoice(text);
    }

    boolean isPublished() {
        return id.equals(PUBLISHED);
    }

    /** @throws IllegalArgumentException if it is the published one, which only a study knows */
    Protocol protocol() {
        return Protocol.named(id);
    }
}
