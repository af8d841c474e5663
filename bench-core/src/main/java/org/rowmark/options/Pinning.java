package org.rowmark.options;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.util.UsageException;

/** The CPUs of the forks and of the private servers of a run; empty for all. */
public record Pinning(Optional<CpuSet> client, Optional<CpuSet> server) {
    public static Pinning of(RunOptions options) {
        return new Pinning(options.get(RunOption.PIN_CLIENT), options.get(RunOption.PIN_SERVER));
    }

    public Map<String, String> facts() {
        Map<String, String> facts = new TreeMap<>();
        client.ifPresent(cpus -> facts.put("forks on CPUs", cpus.text()));
        server.ifPresent(cpus -> facts.put("private servers on CPUs", cpus.text()));
        return facts;
    }

    /** Returns the program that starts a private server, with its arguments; empty for none. */
    public List<String> serverPrefix() {
        return server.map(CpuSet::prefix).orElse(List.of());
    }

    /**
     * CPUs of this machine on which alone a process runs. Linux only, by its program {@code taskset}.
     *
     * @param text numbers from 0 and ranges, separated by commas: {@code 0,2-3}
     */
    public record CpuSet(String text) {
        private static final Pattern LIST = Pattern.compile("\\d{1,4}(-\\d{1,4})?(,\\d{1,4}(-\\d{1,4})?)*");

        /** Where Linux describes this process. */
        private static final Path STATUS = Path.of("/proc/self/status");

        private static final String ALLOWED = "Cpus_allowed_list:";

        /** Where Linux lists the CPUs that run: a process may be allowed some that the machine does not have. */
        private static final Path ONLINE = Path.of("/sys/devices/system/cpu/online");

        /** @throws UsageException if this process may not use such CPUs, or the system is not Linux */
        static CpuSet parse(String option, String text) {
            return parse(option, text, STATUS, ONLINE);
        }

        /** @param status a file that only Linux has */
        static CpuSet parse(String option, String text, Path status, Path online) {
            if (!Files.exists(status)) {
                throw new UsageException(option + " " + text + ": needs Linux; leave it out");
            }
            String list = text.strip();
            BitSet usable = usable(status, online);
            boolean isList = LIST.matcher(list).matches()
                    && Stream.of(list.split(",")).allMatch(part -> first(part) <= last(part));
            if (!isList || !cpus(list).stream().allMatch(usable::get)) {
                throw new UsageException(option + " '" + text + "': give some of the CPUs " + ranges(usable)
                        + " that this process may use, such as 0 or 0-1,3; a range begins with the lower one");
            }
            return new CpuSet(list);
        }

        private static BitSet usable(Path status, Path online) {
            try (Stream<String> lines = Files.lines(status)) {
                BitSet usable = lines.filter(line -> line.startsWith(ALLOWED))
                        .map(line -> cpus(line.substring(ALLOWED.length()).strip()))
                        .findFirst()
                        .orElseGet(BitSet::new);
                if (Files.exists(online)) {
                    usable.and(cpus(Files.readString(online).strip()));
                }
                return usable;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static BitSet cpus(String list) {
            BitSet cpus = new BitSet();
            for (String part : list.split(",", -1)) {
                cpus.set(first(part), last(part) + 1);
            }
            return cpus;
        }

        private static String ranges(BitSet cpus) {
            return cpus.stream()
                    .filter(cpu -> cpu == 0 || !cpus.get(cpu - 1))
                    .mapToObj(first -> {
                        int last = cpus.nextClearBit(first) - 1;
                        return first == last ? String.valueOf(first) : first + "-" + last;
                    })
                    .collect(Collectors.joining(","));
        }

        private static int first(String part) {
            return Integer.parseInt(part.split("-", 2)[0]);
        }

        private static int last(String part) {
            return Integer.parseInt(part.substring(part.indexOf('-') + 1));
        }

        /** Returns the program, with its arguments, that replaces itself by the one behind it. */
        public List<String> prefix() {
            return List.of("taskset", "-c", text);
        }
    }
}
