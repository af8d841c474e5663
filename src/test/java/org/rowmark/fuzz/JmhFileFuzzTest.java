package org.rowmark.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.commons.lang3.function.FailableFunction;
import org.rowmark.report.jmh.JmhFile;

/** The reader of JMH's files. */
class JmhFileFuzzTest implements FuzzedReaders {
    private static final Path FILES = Path.of("../bench-report/src/test/resources/org/rowmark/report/jmh");

    /** The one file that cannot be read. */
    private static final String TORN = "jmh-torn.json";

    @Override
    public Map<String, FailableFunction<Path, FuzzedReader, IOException>> byName() {
        return Map.of(
                "jmh",
                directory -> FuzzedReader.ofFile(
                        directory.resolve("jmh.json"),
                        FuzzedReader.contents(FILES, file -> !file.endsWith(TORN)),
                        JmhFile::read));
    }
}
