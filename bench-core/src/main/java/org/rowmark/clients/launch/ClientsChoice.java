package org.rowmark.clients.launch;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.util.UsageException;

/** The numbers of clients that measure at the same time, empty for all of the file, and the file of machines. */
public record ClientsChoice(List<Integer> counts, Optional<Path> file) {
    private static final String NUMBERS = "[1-9]\\d{0,3}(?:,[1-9]\\d{0,3})*";
    private static final Pattern FILE = Pattern.compile("(.+?)(?::(" + NUMBERS + "))?");

    public ClientsChoice {
        counts = List.copyOf(counts);
    }

    public static ClientsChoice parse(String option, String text) {
        String stripped = text.replace(" ", "");
        if (stripped.matches(NUMBERS)) {
            return new ClientsChoice(counts(stripped), Optional.empty());
        }
        Matcher file = FILE.matcher(text.strip());
        if (stripped.matches("[\\d,]*") || !file.matches()) {
            throw new UsageException(option + " '" + text
                    + "': give numbers of clients from 1 to 9999, several separated by commas, or a file");
        }
        List<Integer> counts = file.group(2) == null ? List.of() : counts(file.group(2));
        return new ClientsChoice(counts, Optional.of(Path.of(file.group(1))));
    }

    private static List<Integer> counts(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(Integer::valueOf)
                .distinct()
                .toList();
    }

    public String text() {
        String numbers = String.join(",", counts.stream().map(String::valueOf).toList());
        return file.map(path -> path + (numbers.isEmpty() ? "" : ":" + numbers)).orElse(numbers);
    }

    /** Returns the clients with the path of the file as seen from the directory. */
    public ClientsChoice in(Path directory) {
        return new ClientsChoice(counts, file.map(directory::resolve));
    }

    public int most() {
        return counts.stream().mapToInt(Integer::intValue).max().orElse(0);
    }
}
