package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheDirectoryTest {
    private static final Path HOME = Path.of("home").toAbsolutePath();

    @Test
    void lies_where_the_system_keeps_caches() {
        assertThat(directory("Linux", Map.of())).isEqualTo(HOME.resolve(".cache/rowmark"));
        assertThat(directory("Mac OS X", Map.of())).isEqualTo(HOME.resolve("Library/Caches/rowmark"));
        assertThat(directory("Windows 11", Map.of())).isEqualTo(HOME.resolve("AppData/Local/rowmark"));
    }

    @Test
    void follows_the_variables_of_the_system() {
        Path own = HOME.resolve("own");

        assertThat(directory("Linux", Map.of("XDG_CACHE_HOME", own.toString()))).isEqualTo(own.resolve("rowmark"));
        assertThat(directory("Linux", Map.of("XDG_CACHE_HOME", "relative"))).isEqualTo(HOME.resolve(".cache/rowmark"));
        assertThat(directory("Windows 11", Map.of("LOCALAPPDATA", own.toString())))
                .isEqualTo(own.resolve("rowmark"));
    }

    @Test
    void lies_where_the_user_sets_it_with_the_property_first() {
        Map<String, String> properties = new HashMap<>(Map.of("user.home", HOME.toString(), "os.name", "Linux"));
        Map<String, String> environment = Map.of("ROWMARK_CACHE", "variable");

        assertThat(CacheDirectory.directory(properties::get, environment::get)).isEqualTo(Path.of("variable"));
        properties.put("rowmark.cache", "property");
        assertThat(CacheDirectory.directory(properties::get, environment::get)).isEqualTo(Path.of("property"));
    }

    private static Path directory(String system, Map<String, String> environment) {
        return CacheDirectory.directory(Map.of("user.home", HOME.toString(), "os.name", system)::get, environment::get);
    }
}
