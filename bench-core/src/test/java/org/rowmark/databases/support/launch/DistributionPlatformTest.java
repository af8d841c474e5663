package org.rowmark.databases.support.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DistributionPlatformTest {

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, false, linux-amd64",
        "Linux, aarch64, false, linux-arm64",
        "Linux, amd64, true, linux-musl-amd64",
        "Linux, s390x, false, linux-s390x",
        "Mac OS X, x86_64, false, macos-amd64",
        "Mac OS X, aarch64, false, macos-arm64",
        "Windows Server 2025, amd64, false, windows-amd64"
    })
    void names_platforms(String system, String architecture, boolean musl, String name) {
        assertThat(BinaryDistribution.platform(system, architecture, musl)).isEqualTo(name);
    }

    @Test
    void misses_no_library_that_is_there() {
        assertThat(BinaryDistribution.SystemLibraries.missingIn(
                        "\tlinux-vdso.so.1 (0x00007ffc)\n\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)\n"))
                .isEmpty();
        assertThat(BinaryDistribution.SystemLibraries.missingIn("\tnot a dynamic executable\n"))
                .isEmpty();
    }

    @Test
    void names_missing_libraries_with_their_packages() {
        assertThat(BinaryDistribution.SystemLibraries.missingIn("""
                        libnuma.so.1 => not found
                        libgssapi_krb5.so.2 => not found
                        libpam.so.0 => not found
                        libstdc++.so.6 => not found
                        """))
                .contains("libnuma.so.1, libgssapi_krb5.so.2, libpam.so.0, libstdc++.so.6; on Debian: apt-get install"
                        + " libnuma1 libgssapi-krb5-2 libpam0g libstdc++6");
        assertThat(BinaryDistribution.SystemLibraries.missingIn("\tlibfoo.so => not found\n"))
                .contains("libfoo.so");
    }

    @Test
    void reports_that_the_system_is_too_old() {
        assertThat(BinaryDistribution.SystemLibraries.missingIn("bin/toy: /lib/x86_64-linux-gnu/libc.so.6: "
                        + "version `GLIBC_2.99' not found (required by bin/toy)\n"))
                .contains("a newer system (GLIBC_2.99)");
    }

    @Test
    void recognizes_the_linker_of_musl() {
        assertThat(BinaryDistribution.SystemLibraries.missingIn(
                        "Error loading shared library libaio.so.1: No such file or directory "
                                + "(needed by bin/toy)\n"))
                .hasValueSatisfying(words -> assertThat(words).startsWith("libaio.so.1; on Debian: apt-get install"));
    }
}
