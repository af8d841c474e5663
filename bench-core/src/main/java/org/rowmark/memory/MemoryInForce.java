package org.rowmark.memory;

import java.sql.SQLException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rowmark.db.MemorySetting;
import org.rowmark.environment.EnvironmentCollector.ConnectedTarget;
import org.rowmark.result.MemoryFacts;
import org.rowmark.util.ByteSize;

/** The memory of a server that is up, as it reports it. */
public final class MemoryInForce {
    private MemoryInForce() {}

    public static Map<String, String> facts(ConnectedTarget connected) throws SQLException {
        if (MemorySetting.bytes(connected.target()).isEmpty()) {
            return Map.of();
        }
        Map<String, String> facts = new TreeMap<>();
        OptionalLong bytes = connected.database().monitor().memory(connected.connection());
        facts.put(
                MemoryFacts.IN_FORCE,
                bytes.isPresent() ? ByteSize.text(bytes.getAsLong()) : "not reported by the server");
        facts.put(MemoryFacts.SYSTEM_CACHE, systemCache(connected));
        return facts;
    }

    private static String systemCache(ConnectedTarget connected) {
        Map<String, String> direct = MemorySetting.of(connected.target()).direct();
        if (direct.isEmpty()) {
            return "in use: no setting of " + connected.database().name() + " to bypass it is known";
        }
        Map<String, String> reported = connected.facts().settings();
        String settings = direct.entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(", "));
        boolean isDirect = direct.entrySet().stream()
                .allMatch(setting -> setting.getValue().equalsIgnoreCase(reported.get(setting.getKey())));
        return isDirect ? MemoryFacts.BYPASSED + ": " + settings : "in use, without " + settings;
    }
}
