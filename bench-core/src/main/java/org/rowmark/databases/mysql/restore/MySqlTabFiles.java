package org.rowmark.databases.mysql.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.rowmark.util.UsageException;

/**
 * The output of {@code --tab} of a dump program: a file of definitions per table and view, and a file of rows per table.
 *
 * @param before statements to execute before the rows are loaded
 * @param rows files of rows, the largest first: jobs that take one after the other end at about the same time
 * @param after statements to execute when the rows are loaded
 */
record MySqlTabFiles(List<String> before, List<Path> rows, List<String> after) {
    /** As in the dumps that the client restores: what is added was in force where the rows come from. */
    private static final String WITHOUT_CHECKS = "SET FOREIGN_KEY_CHECKS=0, UNIQUE_CHECKS=0;";

    private record Sized(Path path, long bytes) {}

    /** @throws UsageException if that is no such directory */
    static MySqlTabFiles in(Path directory) throws IOException {
        List<Path> definitions = Files.isDirectory(directory) ? ending(directory, ".sql") : List.of();
        if (definitions.isEmpty()) {
            throw new UsageException(directory + " is not what --tab of a dump program makes: a directory of files"
                    + " that end in .sql and .txt");
        }
        List<TableDefinition> read = new ArrayList<>();
        for (Path file : definitions) {
            read.add(TableDefinition.of(Files.readAllLines(file)));
        }
        read.sort(Comparator.comparing(TableDefinition::isTable).reversed()); // views are made of tables
        return new MySqlTabFiles(
                statements(read.stream().flatMap(each -> each.before().stream())),
                largestFirst(ending(directory, ".txt")),
                statements(read.stream().flatMap(each -> each.after().stream())));
    }

    private static List<String> statements(Stream<String> lines) {
        return Stream.concat(Stream.of(WITHOUT_CHECKS), lines).toList();
    }

    private static List<Path> ending(Path directory, String end) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
        }
    }

    private static List<Path> largestFirst(List<Path> files) throws IOException {
        List<Sized> sized = new ArrayList<>();
        for (Path file : files) {
            sized.add(new Sized(file, Files.size(file)));
        }
        sized.sort(Comparator.comparingLong(Sized::bytes).reversed());
        return sized.stream().map(Sized::path).toList();
    }
}
