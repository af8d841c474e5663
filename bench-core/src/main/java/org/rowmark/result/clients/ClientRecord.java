package org.rowmark.result.clients;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
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
 * of an iteration, written before the sample in which they are merged. Lines that cannot be read are left out: the
 * samples do not depend on them.
 *
 * @param clients in the order in which they joined; one that joined again has several
 */
public record ClientRecord(List<ClientFacts> clients, List<ClientShare> shares) {
    /** The record of a run without clients. */
    public static final ClientRecord NONE = new ClientRecord(List.of(), List.of());

    private static final String FILE = "clients.jsonl";
    private static final JsonMapper JSON = ScrubbedJson.MAPPER;

    public ClientRecord {
        clients = List.copyOf(clients);
        shares = List.copyOf(shares);
    }

    /** Appends a client. */
    public static void append(Path directory, ClientFacts facts) throws IOException {
        write(directory, List.of(facts));
    }

    /** Appends the shares of an iteration. */
    public static void append(Path directory, List<ClientShare> shares) throws IOException {
        write(directory, shares);
    }

    private static synchronized void write(Path directory, List<? extends Line> lines) throws IOException {
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
        List<ClientFacts> clients = new ArrayList<>();
        List<ClientShare> shares = new ArrayList<>();
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8); // also if cut off in a character
        text.lines().forEach(line -> read(line, clients, shares));
        return new ClientRecord(clients, shares);
    }

    private static void read(String text, List<ClientFacts> clients, List<ClientShare> shares) {
        try {
            Line line = JSON.readValue(text, Line.class);
            if (line instanceof ClientFacts client) {
                clients.add(client);
            } else if (line instanceof ClientShare share) {
                shares.add(share);
            }
        } catch (JacksonException e) {
            // it was cut off: the samples have what counts
        }
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

    /** A line of the file. */
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
