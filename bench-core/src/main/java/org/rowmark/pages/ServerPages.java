package org.rowmark.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rowmark.db.Server;
import org.rowmark.util.UsageException;

/**
 * The huge pages of a server's processes at one moment, in bytes: touched ones of the pool and all mapped ones, each
 * the most of any process, since they share them; and those that the kernel chose itself, of all processes.
 */
public record ServerPages(long held, long mapped, long transparent) {
    private static final ServerPages NONE = new ServerPages(0, 0, 0);

    /** A value of /proc/PID/status or of one mapping in /proc/PID/smaps. */
    private static final Pattern VALUE = Pattern.compile("(HugetlbPages|Size|AnonHugePages):\\s*(\\d+) kB");

    /** The flag of a mapping in pages of the pool. */
    private static final Pattern IN_POOL = Pattern.compile("VmFlags:.* ht\\b.*");

    private static final long KIBIBYTE = 1024;

    public static Optional<ServerPages> of(OptionalLong server) {
        return server.stream()
                .mapToObj(ServerPages::read)
                .flatMap(Optional::stream)
                .findFirst()
                .map(first -> ProcessHandle.of(server.getAsLong()).stream()
                        .flatMap(ProcessHandle::descendants)
                        .map(child -> read(child.pid()).orElse(NONE)) // one that has ended meanwhile
                        .reduce(first, ServerPages::and));
    }

    private static Optional<ServerPages> read(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        try {
            return Optional.of(parse(lines(process.resolve("status")), lines(process.resolve("smaps"))));
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    }

    static ServerPages parse(List<String> status, List<String> mappings) {
        long held = 0;
        long size = 0;
        long mapped = 0;
        long transparent = 0;
        for (String line : Stream.concat(status.stream(), mappings.stream()).toList()) {
            Matcher value = VALUE.matcher(line);
            if (value.matches()) {
                long bytes = Long.parseLong(value.group(2)) * KIBIBYTE;
                switch (value.group(1)) {
                    case "HugetlbPages" -> held = bytes;
                    case "Size" -> size = bytes;
                    default -> transparent += bytes;
                }
            } else if (IN_POOL.matcher(line).matches()) {
                mapped += size;
            }
        }
        return new ServerPages(held, mapped, transparent);
    }

    public ServerPages most(ServerPages other) {
        return new ServerPages(
                Math.max(held, other.held), Math.max(mapped, other.mapped), Math.max(transparent, other.transparent));
    }

    public Map<String, String> facts() {
        return Map.of("huge pages held", mebibytes(held), "transparent huge pages held", mebibytes(transparent));
    }

    private ServerPages and(ServerPages other) {
        return new ServerPages(
                Math.max(held, other.held), Math.max(mapped, other.mapped), transparent + other.transparent);
    }

    /** Requires that the server has at least that much memory in pages of the pool; for 0, that it has none. */
    public static void require(Server server, long least) {
        ServerPages pages = of(server.pid())
                .orElseThrow(() -> new UsageException("/proc does not report the pages of the server's process"));
        pages.problem(least).ifPresent(problem -> {
            throw new UsageException(problem);
        });
    }

    Optional<String> problem(long least) {
        if (least == 0) {
            return held == 0
                    ? Optional.empty()
                    : Optional.of("the server holds " + mebibytes(held) + " in huge pages although they are off");
        }
        return held > 0 && mapped >= least
                ? Optional.empty()
                : Optional.of("the server has " + mebibytes(mapped) + " of " + mebibytes(least)
                        + " in huge pages, of which it holds " + mebibytes(held));
    }

    static String mebibytes(long bytes) {
        return (bytes >> 20) + " MiB";
    }
}
