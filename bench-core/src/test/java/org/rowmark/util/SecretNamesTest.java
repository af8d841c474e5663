package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.ServerInfo;

class SecretNamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "trustStorePassword",
                "ssl_passphrase_command",
                "ssl_key_file",
                "sslkey",
                "keyStore",
                "clientKeyPath",
                "accessToken",
                "primary_conninfo_secret",
                "keyring_file_data",
                "PWD"
            })
    void may_hold_a_secret(String name) {
        assertThat(SecretNames.has(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"key_buffer_size", "foreign_key_checks", "foreign_keys", "shared_buffers", "keepalive"})
    void cannot_hold_a_secret(String name) {
        assertThat(SecretNames.has(name)).isFalse();
    }

    @Test
    void facts_of_a_server_have_no_such_settings() {
        ServerInfo facts =
                new ServerInfo("1", "?", Map.of(), Map.of("work_mem", "4MB", "ssl_key_file", "/etc/own.key"), Map.of());

        assertThat(facts.changedSettings()).containsOnlyKeys("work_mem");
    }
}
