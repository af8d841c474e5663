package org.rowmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputNamesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            before after                      | before after
            a/before.json b/after.json        | before.json after.json
            main/jmh.json branch/jmh.json     | main branch
            main/out/jmh.json pr/out/jmh.json | main pr
            a/x/r b/x/r a/y/r                 | /top/a/x/r /top/b/x/r /top/a/y/r
            r a/r                             | whole
            before before/jmh.json            | before jmh.json
            """)
    void names_are_the_parts_in_which_paths_differ(String paths, String names) {
        List<Path> given = Arrays.stream(paths.split(" ", -1))
                .map(path -> Path.of("/top").resolve(path))
                .toList();
        List<String> expected =
                names.equals("whole") ? given.stream().map(Path::toString).toList() : List.of(names.split(" ", -1));

        assertThat(Input.names(given)).isEqualTo(names.equals("whole") ? List.of("top", "a") : expected);
    }
}
