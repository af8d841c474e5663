package org.rowmark.environment;

import java.nio.file.Files;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.Secrets;

/**
 * Where the targets of a run have their servers, as seen from this machine, and what the way to them takes.
 *
 * @param machine this one, which is also that of embedded databases and of servers started from installed programs
 */
public record EnvironmentCollector(HostFacts machine) implements EnvironmentProbe {

    @Override
    public TargetEnvironment look(Answering target) {
        return new TargetEnvironment(host(target), connection(target), changed(target), Map.of());
    }

    private Map<String, String> host(Answering target) {
        Map<String, String> host = new TreeMap<>(target.facts().host());
        switch (target.target().server()) {
            case LOCAL, ARTIFACT -> host.putAll(machine.at(target.workspace().data()));
            // where a database lies that has a URL of its own, or whether in memory, only its driver knows
            case EMBEDDED ->
                host.putAll(
                        target.target().url().isPresent()
                                        || Files.notExists(target.workspace().data())
                                ? machine.machine()
                                : machine.at(target.workspace().data()));
            case EXTERNAL ->
                new JdbcUrl(target.endpoint().url()).address().ifPresent(at -> host.put("host", Secrets.scrub(at)));
            case CONTAINER -> host.put("host", ServerKind.CONTAINER.word());
        }
        return host;
    }

    private static Map<String, String> connection(Answering target) {
        Map<String, String> connection = new TreeMap<>();
        connection.putAll(new JdbcUrl(target.endpoint().url()).properties());
        connection.putAll(target.endpoint().properties());
        connection.keySet().removeIf(name -> Secrets.isName(name) || JdbcUrl.isUser(name));
        withoutOwnPaths(connection, target);
        connection.replaceAll((name, value) -> Secrets.scrub(value));
        ConnectionLatency times = new ConnectionLatency(System::nanoTime);
        times.roundTrip(target.connection(), target.database().dialect().ping())
                .ifPresent(time -> connection.put("round trip", time));
        times.connect(target.endpoint()).ifPresent(time -> connection.put("connect", time));
        return connection;
    }

    /** Not every server tells what was changed; what the target asked for is known to have been. */
    private static Map<String, String> changed(Answering target) {
        Map<String, String> changed = new TreeMap<>(target.facts().changedSettings());
        Set<String> told =
                changed.keySet().stream().map(EnvironmentCollector::plain).collect(Collectors.toSet());
        Secrets.removeFrom(target.target().settings()).forEach((name, value) -> {
            if (!told.contains(plain(name))) {
                changed.put(name, value);
            }
        });
        withoutOwnPaths(changed, target);
        changed.replaceAll((name, value) -> Secrets.scrub(value));
        return changed;
    }

    /** Servers take names in any case, and dashes in options. */
    private static String plain(String setting) {
        return setting.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    /** They differ from run to run and make no difference. */
    private static void withoutOwnPaths(Map<String, String> named, Answering target) {
        String own = target.workspace().data().toString();
        named.values().removeIf(value -> value.contains(own));
    }
}
