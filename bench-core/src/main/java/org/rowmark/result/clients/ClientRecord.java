package org.rowmark.result.clients;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.rowmark.util.ScrubbedJson;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The file {@code clients.jsonl} of a run directory: a line for each client that joined, and one for each of its shares
 * of an iteration, written before the sample in which they are merged. Lines that cannot be read are left out: the
 * samples do not depend on them.
 *
 * @param clients in the order in which they joined; one that joined again has several
 * @param shares in the order in which they were written
 */
public record ClientRecord(List<ClientFacts> clients, List<ClientShare> shares) {
    /** The record of a run without clients. */
    public static final ClientRecord NONE = new ClientRecord(List.of(), List.of());

    private static final String FILE = "clients.jsonl";
    private static final String KIND = "kind";
    private static final String CLIENT = "client";
    private static final String SHARE = "share";
    private static final JsonMapper JSON = ScrubbedJson.MAPPER;

    public ClientRecord {
        clients = List.copyOf(clients);
        shares = List.copyOf(shares);
    }

    /** Appends a client. */
    public static void append(Path directory, ClientFacts facts) throws IOException {
        write(directory, List.of(line(CLIENT, facts)));
    }

    /** Appends the shares of an iteration. */
    public static void append(Path directory, List<ClientShare> shares) throws IOException {
        write(directory, shares.stream().map(share -> line(SHARE, share)).toList());
    }

    private static synchronized void write(Path directory, List<String> lines) throws IOException {
        Files.write(
                directory.resolve(FILE),
                lines,
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static String line(String kind, Object content) {
        ObjectNode node = JSON.createObjectNode().put(KIND, kind).setAll(JSON.<ObjectNode>valueToTree(content));
        return JSON.writeValueAsString(node);
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

    private static void read(String line, List<ClientFacts> clients, List<ClientShare> shares) {
        try {
            if (JSON.readTree(line) instanceof ObjectNode node) {
                JsonNode kind = node.remove(KIND);
                if (kind != null && kind.asString("").equals(CLIENT)) {
                    clients.add(JSON.treeToValue(node, ClientFacts.class));
                } else {
                    shares.add(JSON.treeToValue(node, ClientShare.class));
                }
            }
        } catch (JacksonException e) {
            // it was cut off: the samples have what counts
        }
    }

    /**
     * Removes shares of rounds that a continued run measures again.
     *
     * @param kept whether a round of a cell stays
     */
    public static void trim(Path directory, BiPredicate<Integer, Integer> kept) throws IOException {
        ClientRecord all = read(directory);
        if (all.equals(NONE)) {
            return;
        }
        Path next = directory.resolve(FILE + ".next");
        List<String> lines = new ArrayList<>();
        all.clients.forEach(client -> lines.add(line(CLIENT, client)));
        all.shares.stream()
                .filter(share -> kept.test(share.round(), share.cell()))
                .forEach(share -> lines.add(line(SHARE, share)));
        Files.write(next, lines);
        Files.move(next, directory.resolve(FILE), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
