package org.rowmark.link;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.util.UsageException;

/**
 * The properties of a link, named by its preset or its values: the round-trip time that it adds, half of it in each
 * direction, bits per second in each direction, and by how much a round trip varies up and down, evenly distributed; the
 * relay listens on a port or a free one.
 */
public record LinkSpec(String name, Duration rtt, OptionalLong bandwidth, Duration jitter, OptionalInt port) {
    /** The name of no link: the driver connects to the server itself. */
    public static final String NONE = "none";

    private static final String RTT = "rtt";
    private static final String BANDWIDTH = "bandwidth";
    private static final String JITTER = "jitter";
    private static final String PORT = "port";
    private static final List<String> PARTS = List.of(RTT, BANDWIDTH, JITTER, PORT);
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)([a-zµ]*)");
    private static final Map<String, Long> NANOS =
            Map.of("ns", 1L, "us", 1000L, "µs", 1000L, "ms", 1_000_000L, "s", 1_000_000_000L);
    private static final Map<String, Long> BITS = Map.of("k", 1000L, "m", 1_000_000L, "g", 1_000_000_000L);

    /** Reads the name of a preset, parts such as {@code rtt=500us,bandwidth=1g,jitter=50us}, or both; parts win. */
    public static LinkSpec parse(String where, String text) {
        String problem = where + " '" + text + "': ";
        List<String> parts = List.of(text.strip().split(",", -1));
        boolean isNamed = !parts.get(0).contains("=");
        Map<String, String> given = given(problem, isNamed ? parts.subList(1, parts.size()) : parts);
        Optional<LinkPreset> preset =
                Optional.of(parts.get(0)).filter(name -> isNamed).map(name -> LinkPreset.named(where, name));
        Map<String, String> all = new LinkedHashMap<>(given(
                problem,
                List.of(preset.map(LinkPreset::parts).orElse(RTT + "=0").split(","))));
        all.putAll(given);
        Duration rtt = time(problem, RTT, all.get(RTT));
        OptionalLong bandwidth = rate(problem, all.getOrDefault(BANDWIDTH, NONE));
        Duration jitter = time(problem, JITTER, all.getOrDefault(JITTER, "0"));
        OptionalInt port = all.containsKey(PORT) ? OptionalInt.of(port(problem, all.get(PORT))) : OptionalInt.empty();
        if (jitter.compareTo(rtt) > 0) {
            throw new UsageException(problem + "jitter= is longer than rtt=, and nothing arrives before it was sent");
        }
        String name = preset.filter(named -> given.keySet().stream().allMatch(PORT::equals))
                .map(LinkPreset::id)
                .orElseGet(() -> name(rtt, bandwidth, jitter));
        return new LinkSpec(name, rtt, bandwidth, jitter, port);
    }

    private static String name(Duration rtt, OptionalLong bandwidth, Duration jitter) {
        String name = text(rtt);
        if (bandwidth.isPresent()) {
            name += "-" + text(bandwidth.getAsLong());
        }
        return jitter.isZero() ? name : name + "-" + JITTER + "-" + text(jitter);
    }

    private static Map<String, String> given(String problem, List<String> parts) {
        Map<String, String> given = new LinkedHashMap<>();
        for (String part : parts) {
            int equals = part.indexOf('=');
            String name = part.substring(0, Math.max(0, equals)).strip();
            if (!PARTS.contains(name)) {
                throw new UsageException(problem + "'" + part.strip() + "' is no part of a link, which are "
                        + String.join("=, ", PARTS) + "=, such as rtt=500us,bandwidth=1g,jitter=50us");
            }
            if (given.put(name, part.substring(equals + 1).strip()) != null) {
                throw new UsageException(problem + name + "= is given twice");
            }
        }
        return given;
    }

    private static Duration time(String problem, String part, String text) {
        return text.equals("0")
                ? Duration.ZERO
                : Duration.ofNanos(amount(
                        problem + part + "=" + text + " is no time up to 10s, such as 500us, 1.5ms or 0",
                        text,
                        NANOS,
                        0,
                        10_000_000_000L));
    }

    private static OptionalLong rate(String problem, String text) {
        String form = " is no bandwidth from 1k to 1000g bits per second, such as 10m, 2.5g or none";
        return text.equals(NONE)
                ? OptionalLong.empty()
                : OptionalLong.of(amount(
                        problem + BANDWIDTH + "=" + text + form,
                        text.replaceFirst("bit$", ""),
                        BITS,
                        1000,
                        1_000_000_000_000L));
    }

    private static int port(String problem, String text) {
        String wrong = problem + PORT + "=" + text + " is no port from 1 to 65535";
        return (int) amount(wrong, text, Map.of("", 1L), 1, 65_535);
    }

    private static long amount(String wrong, String text, Map<String, Long> units, long least, long most) {
        Matcher amount = AMOUNT.matcher(text);
        if (amount.matches() && units.containsKey(amount.group(2))) {
            long value = new BigDecimal(amount.group(1))
                    .multiply(BigDecimal.valueOf(units.get(amount.group(2))))
                    .setScale(0, RoundingMode.HALF_UP)
                    .longValue();
            if (value >= least && value <= most) {
                return value;
            }
        }
        throw new UsageException(wrong);
    }

    public LinkSpec onFreePort() {
        return new LinkSpec(name, rtt, bandwidth, jitter, OptionalInt.empty());
    }

    public String parts() {
        List<String> parts = new ArrayList<>(List.of(RTT + "=" + text(rtt)));
        bandwidth.ifPresent(bits -> parts.add(BANDWIDTH + "=" + text(bits)));
        if (!jitter.isZero()) {
            parts.add(JITTER + "=" + text(jitter));
        }
        port.ifPresent(number -> parts.add(PORT + "=" + number));
        return String.join(",", parts);
    }

    /** Writes what {@link #parse} reads as an equal link: the preset's name, or the parts. */
    public String text() {
        if (!LinkPreset.isName(name)) {
            return parts();
        }
        return port.isPresent() ? name + "," + PORT + "=" + port.getAsInt() : name;
    }

    private static String text(Duration time) {
        long nanos = time.toNanos();
        if (nanos == 0) {
            return "0us";
        }
        for (String unit : List.of("s", "ms", "us")) {
            if (nanos % NANOS.get(unit) == 0) {
                return nanos / NANOS.get(unit) + unit;
            }
        }
        return nanos + "ns";
    }

    private static String text(long bits) {
        for (String unit : List.of("g", "m", "k")) {
            if (bits >= BITS.get(unit)) {
                BigDecimal value = BigDecimal.valueOf(bits).divide(BigDecimal.valueOf(BITS.get(unit)));
                return value.stripTrailingZeros().toPlainString() + unit;
            }
        }
        throw new IllegalStateException(bits + " is less than any bandwidth");
    }
}
