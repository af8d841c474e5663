package org.rowmark.report.provenance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.result.TargetFacts;

/** What belongs to a machine and what only runs on it, and which facts of a connection are measurements. */
public final class MachineFacts {
    /** The name of the machine among the facts of a source. */
    public static final String HOST = "Host";

    /** Before what a server tells of its machine, its connection and its data. */
    static final String SERVER_MACHINE = "Machine: ";

    static final String CONNECTION = "Connection: ";
    static final String DATA = "Data: ";

    /** Names of the machine that a server may give, the surest first. */
    private static final List<String> NAMES = List.of("host", "host name", "hostname", "machine", "os");

    /** Software that Rowmark brings or is: it can be made the same on two machines. */
    private static final Pattern SOFTWARE = Pattern.compile("(jvm|java|rowmark|suite|commit|driver)\\b.*");

    private static final Pattern TIME = Pattern.compile("([0-9][0-9.,]*) ?(ns|us|µs|ms|s)\\b.*");
    private static final Map<String, Double> NANOS = Map.of("ns", 1.0, "us", 1e3, "µs", 1e3, "ms", 1e6, "s", 1e9);

    private MachineFacts() {}

    /** Whether a fact, with what stands before its name, is one of the hardware or its operating system. */
    static boolean isOfMachine(String fact) {
        String name = fact.substring(fact.lastIndexOf(": ") + 1).strip();
        return !SOFTWARE.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    /** Which machine a target's server runs on, as far as it tells; empty where it does not. */
    static String machine(TargetFacts target) {
        Map<String, String> host = target.environment().host();
        return NAMES.stream()
                .filter(host::containsKey)
                .map(host::get)
                .findFirst()
                .orElse("");
    }

    /** Properties of the connection: what is no measurement. */
    static Map<String, String> properties(TargetFacts target) {
        Map<String, String> properties =
                new LinkedHashMap<>(target.environment().connection());
        properties.keySet().removeAll(measured(target).keySet());
        return properties;
    }

    /** Times that were measured: of a round trip, of connecting. */
    static Map<String, String> measured(TargetFacts target) {
        Map<String, String> measured = new LinkedHashMap<>();
        target.environment().connection().forEach((name, value) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            boolean isAsked = lower.contains("round trip") || lower.startsWith("connect");
            if (isAsked && nanos(value).isPresent()) {
                measured.put(name, value);
            }
        });
        return measured;
    }

    /** Whether a measurement is the time of a round trip; the time of connecting moves too much to be judged. */
    static boolean isRoundTrip(String name) {
        return name.toLowerCase(Locale.ROOT).contains("round trip");
    }

    /** Of {@code 0.045 ms}; empty for what is no time. */
    static OptionalDouble nanos(String value) {
        Matcher time = TIME.matcher(value);
        if (!time.matches()) {
            return OptionalDouble.empty();
        }
        try {
            return OptionalDouble.of(Double.parseDouble(time.group(1).replace(",", "")) * NANOS.get(time.group(2)));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }
}
