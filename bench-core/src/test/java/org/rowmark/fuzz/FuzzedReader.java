package org.rowmark.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableConsumer;

/**
 * A reader of users' files or texts.
 *
 * @param valid inputs that it reads without an error
 */
public record FuzzedReader(List<byte[]> valid, FailableConsumer<byte[], Exception> reader) {
    /** Returns a reader of texts. */
    public static FuzzedReader ofTexts(List<String> valid, FailableConsumer<String, Exception> reader) {
        return new FuzzedReader(texts(valid), input -> reader.accept(new String(input, StandardCharsets.UTF_8)));
    }

    /** Returns a reader of a file, into which each input is written before. */
    static FuzzedReader ofFile(Path file, List<byte[]> valid, FailableConsumer<Path, Exception> reader) {
        return new FuzzedReader(valid, input -> {
            Files.write(file, input);
            reader.accept(file);
        });
    }

    /** Returns texts as inputs. */
    static List<byte[]> texts(List<String> texts) {
        return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    }

    /** Returns the contents of the files in a directory, in the order of their names. */
    static List<byte[]> contents(Path directory, Predicate<Path> wanted) throws IOException {
        List<byte[]> contents = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(wanted).sorted().toList()) {
                contents.add(Files.readAllBytes(file));
            }
        }
        return contents;
    }
}
