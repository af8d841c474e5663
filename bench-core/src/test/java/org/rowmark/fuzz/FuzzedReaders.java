package org.rowmark.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableFunction;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A test of readers: each reads a damaged input, or refuses it in words. */
public interface FuzzedReaders {
    /** Returns by name what makes a reader of files in an empty directory. */
    Map<String, FailableFunction<Path, FuzzedReader, IOException>> byName();

    /** Reads damaged inputs, the same each time. */
    @TestFactory
    default Stream<DynamicTest> read_or_refuse_in_words(@TempDir Path directory) {
        return new TreeMap<>(byName())
                .entrySet().stream()
                        .map(reader -> DynamicTest.dynamicTest(
                                reader.getKey(),
                                () -> Fuzzing.damaged(reader.getValue()
                                        .apply(Files.createDirectory(directory.resolve(reader.getKey()))))));
    }
}
