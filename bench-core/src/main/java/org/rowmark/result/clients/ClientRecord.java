package org.rowmark.result.clients;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.util.ScrubbedJson;
import org.rowmark.util.WholeFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file {@code clients.jsonl} of a run directory: a line for each client that joined, and one for each of its shares
 * of an iteration, written before the sample in which they are merged. Lines that were cut off are left out: the samples
 * have what counts.
 *
 * @param clients in the order in which they joined; one that joined again has several
 */
public record ClientRecord(List<ClientFacts> clients, List<ClientShare> shares) {
    public static final ClientRecord NONE = new ClientRecord(List.of(), List.of());

    private static final String FILE = "clients.jsonl";
    private static final JsonMapper JSON = ScrubbedJson.MAPPER;

    public ClientRecord {
        clients = List.copyOf(clients);
        shares = List.copyOf(shares);
    }

    public static synchronized void append(Path directory, List<? extends Line> lines) throws IOException {
        Files.write(
                directory.resolve(FILE),
                lines.stream().map(JSON::writeValueAsString).toList(),
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /** Reads the record of a run; {@link #NONE} of one without clients. */
    public static ClientRecord read(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (Files.notExists(file)) {
            return NONE;
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8); // also if cut off in a character
        List<Line> lines = text.lines().flatMap(ClientRecord::line).toList();
        return new ClientRecord(only(ClientFacts.class, lines), only(ClientShare.class, lines));
    }

    private static Stream<Line> line(String text) {
        try {
            return Stream.ofNullable(JSON.readValue(text, Line.class));
        } catch (JacksonException e) {
            return Stream.empty();
        }
    }

    private static <T> List<T> only(Class<T> type, List<Line> lines) {
        return lines.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Removes shares of rounds that a continued run measures again. */
    public static void trim(Path directory, BiPredicate<Integer, Integer> isKept) throws IOException {
        ClientRecord all = read(directory);
        if (all.equals(NONE)) {
            return;
        }
        Stream<Line> kept = Stream.concat(
                all.clients.stream(), all.shares.stream().filter(share -> isKept.test(share.round(), share.cell())));
        String lines = kept.map(line -> JSON.writeValueAsString(line) + "\n").collect(Collectors.joining());
        WholeFile.replace(directory.resolve(FILE), lines);
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = ClientFacts.class, name = "client"),
        @JsonSubTypes.Type(value = ClientShare.class, name = "share")
    })
    public sealed interface Line permits ClientFacts, ClientShare {}

    /** A client as it joined. */
    public record ClientFacts(int client, String host, Map<String, String> facts) implements Line {
        public ClientFacts {
            facts = Collections.unmodifiableMap(new TreeMap<>(facts));
        }
    }

    /**
     * A client's share of an iteration.
     *
     * @param attempt from 1; the last one of a round counts
     * @param iteration from 1, counted per phase
     * @param start by the coordinator's clock
     * @param cpuLoad of its fork in percent of the time of its threads; empty if it is not known
     * @param offsetMicros what was added to its clock
     * @param errorMicros the largest error of that
     * @param overlap the part of the longest window of a client in which all worked, the same for all
     */
    public record ClientShare(
            int round,
            int cell,
            int attempt,
            int client,
            boolean warmup,
            int iteration,
            Instant start,
            Instant end,
            double score,
            String unit,
            long operations,
            OptionalDouble cpuLoad,
            long offsetMicros,
            long errorMicros,
            double overlap,
            boolean valid)
            implements Line {}
}
