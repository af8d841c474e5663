package org.rowmark.fuzz;

import java.nio.file.Files;
import java.nio.file.Path;

/** What Jazzer calls. {@code --target_args}: a class of readers, the name of one, and a directory for its files. */
public final class FuzzTarget {
    private static Fuzzing fuzzing;

    private FuzzTarget() {}

    /** Writes the valid inputs, from which Jazzer makes others. */
    public static void fuzzerInitialize(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[2]);
        Path seeds = Files.createDirectories(directory.resolve("seeds"));
        var readers = Class.forName(arguments[0]).getDeclaredConstructor();
        readers.setAccessible(true);
        FuzzedReader reader = ((FuzzedReaders) readers.newInstance())
                .byName()
                .get(arguments[1])
                .apply(Files.createTempDirectory(directory, "files"));
        for (int i = 0; i < reader.valid().size(); i++) {
            Files.write(seeds.resolve("valid-" + i), reader.valid().get(i));
        }
        fuzzing = new Fuzzing(reader);
    }

    /** Reads an input. */
    public static void fuzzerTestOneInput(byte[] input) {
        fuzzing.read(input);
    }

    /** Prints the figures. */
    public static void fuzzerTearDown() {
        System.out.println(fuzzing);
    }
}
